// SPDX-License-Identifier: Apache-2.0
// The members that a target may have.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tutti::launch {

/// Whether a text is not empty and contains only letters, digits and `more`.
bool consists_of(std::string_view text, std::string_view more);

/// The type of a member's value.
enum class Type { text, number, flag };

/// A member that targets of some kinds have.
struct Member {
  std::string_view kinds;  // separated by blanks; empty: all
  std::string_view name;
  bool required;
  bool (*is_right)(std::string_view);  // of texts
  std::string_view expected;
  Type type = Type::text;
  int64_t standard = 0, most = 1;  // of numbers, which must be at least 1 if given
  std::string_view standard_text = "";
};

/// All members, in the order of error messages.
std::span<const Member> target_members();

/// Whether targets of a kind may have the member.
bool has_kind(const Member& member, std::string_view kind);

}  // namespace tutti::launch
