// SPDX-License-Identifier: Apache-2.0
// Reads the process's environment; nothing else does.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tutti::app {

/// The value of a variable that is set and not empty.
std::optional<std::string> environment_variable(const char* name);

/// Sets a variable, for libraries that are opened later, unless it is set.
void set_environment_default(const char* name, const std::string& value);

/// The values that are secrets (base/secrets.h).
std::vector<std::string> environment_secrets();

/// Makes the process leave no core dump, which would contain the secrets that it uses.
void write_no_core();

/// All variables, names and values.
std::vector<std::pair<std::string, std::string>> all_environment_variables();

}  // namespace tutti::app
