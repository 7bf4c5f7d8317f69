// SPDX-License-Identifier: Apache-2.0
// Writes a module as a portable artifact of StableHLO, which any reader of that version or of a
// later one reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ir/module.h"
#include "portable/vhlo.h"

namespace tutti::portable {

/// The oldest version that is written; what is older is read only.
inline constexpr Version kOldestWritten = {1, 0, 0};

/// What a flag of that takes, in help.
inline constexpr const char* kTargetHelp =
    "version of StableHLO that the artifact is of: 1.0.0, ..., current, or least, the first from "
    "1.0.0 on that has what the program uses";
/// The version that a word asks for: "1.9.0", "current", or "least" for nothing. Another word is a
/// UserError.
std::optional<Version> target_named(std::string_view word);

/// The artifact's bytes. Without a target it is of the least version from 1.0.0 on that has what
/// the module uses; with one, what that version lacks is a UserError that says which version is
/// needed. An operation that is not StableHLO's is a UserError, except those of sdy and chlo,
/// which are written from 1.11.0 on.
std::string write_portable(const ir::Module& module, std::optional<Version> target = {});

}  // namespace tutti::portable
