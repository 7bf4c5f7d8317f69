// SPDX-License-Identifier: Apache-2.0
// The work of one run of a compiled program.
#pragma once

#include <optional>
#include <string>

#include "backend/pjrt/topology.h"
#include "run/device_list.h"

namespace tutti::run {

/// Of one device. nullopt if unknown.
struct CompiledWork {
  std::optional<double> flops;
  std::optional<double> bytes;          // read and written in the device's memory
  std::optional<double> matrix_share;   // the FLOPs' share in matrix products
  std::optional<double> least_seconds;  // by the device's peaks
  std::string limited_by;               // the bottleneck of that time; empty: unknown
};

/// Counts the optimized program, with each loop as often as it runs; if that program cannot be
/// read, uses the compiler's own count, which has each loop once.
CompiledWork work_of(const backend::pjrt::CompiledProgram& program, const DeviceSpec& device,
                     const std::string& precision);

}  // namespace tutti::run
