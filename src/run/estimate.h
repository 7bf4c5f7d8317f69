// SPDX-License-Identifier: Apache-2.0
// Predicts a training's memory, time and cost on this machine or an absent device before it begins.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "run/context.h"
#include "run/train_settings.h"

namespace tutti::run {

struct EstimateSettings : TrainSettings {
  std::string device_list;     // file of devices besides those built in
  int64_t measured_steps = 2;  // 0: measure no time
  std::string target;          // an absent device, whose compiler is used
  std::string recorded_runs;   // folders of trainings, separated by commas
};

/// Memory, time, files and cost, as printed by `tutti estimate --json`.
struct Estimate {
  nlohmann::ordered_json json;
  bool fits = false;   // in the device's memory
  std::string device;  // "this device", or the target's name
};

/// Reads the training's inputs, compiles its programs, runs a few steps, and writes nothing.
/// Settings must be resolved (run/step_options.h).
Estimate estimate(const EstimateSettings& settings, const Context& context);

}  // namespace tutti::run
