// SPDX-License-Identifier: Apache-2.0
// The programs of a training, compiled by the compiler of a device that is not here.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "run/context.h"
#include "run/train_settings.h"

namespace tutti::run {

struct CompileSettings : TrainSettings {
  std::string target;       // the device to compile for
  std::string device_list;  // file of devices besides those that Tutti knows
};

/// `tutti compile --json`: members "target", "device_kind", "compiler", "precision",
/// "memory_bytes", "seconds" and "programs"; each of those has "function", "rows", "length",
/// "fits", "reason", and where it was compiled its memory, its work, and what limits it in that
/// precision by the device's peaks.
struct Compiled {
  nlohmann::ordered_json json;
  ExitCode code = ExitCode::done;  // out_of_memory where one does not fit
};

/// Reads what the training would read, and runs nothing. Settings must be resolved
/// (run/step_options.h).
Compiled compile(const CompileSettings& settings, const Context& context);

}  // namespace tutti::run
