// SPDX-License-Identifier: Apache-2.0
// Compiles the programs of a training with the compiler of an absent device.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "run/context.h"
#include "run/train_settings.h"

namespace tutti::run {

struct CompileSettings : TrainSettings {
  std::string target;       // the device to compile for
  std::string device_list;  // file of devices besides those built in
};

/// `tutti compile --json`: members "target", "device_kind", "compiler", "precision",
/// "memory_bytes", "seconds" and "programs"; each of those has "function", "rows", "length",
/// "fits", "reason", and, if it was compiled, its memory, its work, and its bottleneck in that
/// precision by the device's peaks.
struct Compiled {
  nlohmann::ordered_json json;
  ExitCode code = ExitCode::done;  // out_of_memory if one does not fit
};

/// Reads the training's inputs, and runs nothing. Settings must be resolved (run/step_options.h).
Compiled compile(const CompileSettings& settings, const Context& context);

}  // namespace tutti::run
