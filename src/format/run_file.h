// SPDX-License-Identifier: Apache-2.0
// Run files: the settings of a command as JSON or YAML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/files.h"

namespace tutti::format {

/// Whether a word ends as the name of a run file does: .json, .yaml or .yml.
bool names_run_file(std::string_view word);

/// Reads a run file as JSON, or as YAML if its name says so. Throws a UserError for YAML under
/// another name, and for more than 256 MiB.
nlohmann::json read_run_file(const Path& path);

}  // namespace tutti::format
