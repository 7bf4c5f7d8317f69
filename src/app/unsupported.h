// SPDX-License-Identifier: Apache-2.0
// Flags of run_qa and transformers' TrainingArguments that we lack, and what to use instead.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace tutti::app {

struct UnsupportedFlag {
  std::string_view name;
  std::string_view instead;
};

/// All of them, in the order of the reference.
std::span<const UnsupportedFlag> unsupported_flags();

/// What a user of the flag does here, "use --bf16"; nothing for a flag that is not in the table.
std::optional<std::string_view> what_to_use_instead(std::string_view name);

}  // namespace tutti::app
