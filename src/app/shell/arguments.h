// SPDX-License-Identifier: Apache-2.0
// Arguments from a file: run.json, or the settings of a command in JSON or YAML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/argument.h"

namespace tutti::app {

/// Sets arguments from an object {"name": value, ...}. If it has a member "arguments", as a
/// run.json does, reads only that member. All unknown keys make one UserError, which suggests the
/// nearest ones, or says what to use instead. Skips null.
void read_arguments(const ArgumentList& list, const nlohmann::json& object, std::string_view where);

}  // namespace tutti::app
