// SPDX-License-Identifier: Apache-2.0
// Flags of run_qa, transformers' TrainingArguments and TRL that Tutti lacks, and their
// replacements.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/argument.h"

namespace tutti::app {

struct UnsupportedFlag {
  std::string_view name;
  std::string_view use;  // our flags with their values, "--precision f32 or --bf16"; empty: none
  std::string_view why;  // or what to do if there is no flag
  std::string_view command = "train";  // which has those flags
};

/// All of them, in the order of the reference.
std::span<const UnsupportedFlag> unsupported_flags();

/// The names of the flags in `use`.
std::vector<std::string> flags_in(std::string_view use);

/// What to do instead of using the flag, "use --bf16"; nothing if the flag is not in the table, or
/// if a command with these arguments lacks the flags to use.
std::optional<std::string> what_to_use_instead(std::string_view name,
                                               const ArgumentList& arguments);

}  // namespace tutti::app
