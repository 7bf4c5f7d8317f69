// SPDX-License-Identifier: Apache-2.0
// What a training will take on this machine or on a device that is not here, before it is begun.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "run/context.h"
#include "run/train_settings.h"

namespace tutti::run {

struct EstimateSettings : TrainSettings {
  std::string device_list;     // file of devices besides those that Tutti knows
  int64_t measured_steps = 2;  // 0: no time is measured
  std::string target;          // a device that is not here, whose compiler is asked
  std::string recorded_runs;   // folders of trainings, separated by commas
};

/// Memory, time, files and cost, as `tutti estimate --json` prints them.
struct Estimate {
  nlohmann::ordered_json json;
  bool fits = false;   // into the memory of the device
  std::string device;  // "this device", or the target's name
};

/// Reads what the training would read, compiles what it would compile, runs a few steps, and writes
/// nothing. Settings must be resolved (run/step_options.h).
Estimate estimate(const EstimateSettings& settings, const Context& context);

}  // namespace tutti::run
