// SPDX-License-Identifier: Apache-2.0
// The members that a target may have.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tutti::launch {

/// Whether a text is not empty and has letters, digits and `more` alone.
bool consists_of(std::string_view text, std::string_view more);

/// What the value of a member is.
enum class Type { text, number, flag };

/// A member of the targets of some kinds.
struct Member {
  std::string_view kinds;  // separated by blanks; empty: all
  std::string_view name;
  bool required;
  bool (*is_right)(std::string_view);  // of texts
  std::string_view expected;
  Type type = Type::text;
  int64_t standard = 0, most = 1;  // of numbers, which are at least 1 where they are given
  std::string_view standard_text = "";
};

/// All members, in the order in which errors name them.
std::span<const Member> target_members();

/// Whether targets of a kind may have the member.
bool has_kind(const Member& member, std::string_view kind);

}  // namespace tutti::launch
