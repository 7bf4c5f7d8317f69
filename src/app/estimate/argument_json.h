// SPDX-License-Identifier: Apache-2.0
// A training's arguments as its run.json keeps them.
#pragma once

#include <nlohmann/json.hpp>

#include "run/train_settings.h"

namespace tutti::app {

/// The beginning of a run.json: {"arguments": {...}}. What a run adds beside "arguments" (versions,
/// devices, choices) is left alone when `tutti train run.json` reads it again.
nlohmann::ordered_json json_of(const run::TrainSettings& arguments);

}  // namespace tutti::app
