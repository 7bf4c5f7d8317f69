// SPDX-License-Identifier: Apache-2.0
// Arguments from a file: run.json, or the settings of a command in JSON or YAML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/argument.h"

namespace tutti::app {

/// Sets arguments from an object {"name": value, ...}; an object with a member "arguments", as a
/// run writes it into its run.json, is read from there and the rest left alone. Unknown keys are
/// one UserError that suggests the nearest ones, or says what to use instead; null is skipped.
void read_arguments(const ArgumentList& list, const nlohmann::json& object, std::string_view where);

}  // namespace tutti::app
