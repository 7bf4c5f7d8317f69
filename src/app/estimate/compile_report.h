// SPDX-License-Identifier: Apache-2.0
// What `tutti compile` says of the programs that it compiled.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/targets.h"
#include "train/needed_programs.h"

namespace tutti::app {

/// A program that a device's compiler took: its cost to compile, memory, work, and what limits it
/// in that precision by the device's peaks.
nlohmann::ordered_json json_of(const backend::pjrt::CompiledProgram& program,
                               const run::DeviceSpec& device, const std::string& precision);

/// The head and the table of all programs, as text. `report` has members "target", "device_kind",
/// "compiler", "precision", "memory_bytes", "seconds" and "programs"; each of those has "function",
/// "rows", "length", "fits", "reason", and those of json_of() where it was compiled.
std::string compile_text(const nlohmann::ordered_json& report);

}  // namespace tutti::app
