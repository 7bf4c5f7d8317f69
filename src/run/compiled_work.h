// SPDX-License-Identifier: Apache-2.0
// What one run of a compiled program has to do.
#pragma once

#include <optional>
#include <string>

#include "backend/pjrt/topology.h"
#include "run/device_list.h"

namespace tutti::run {

/// Of one device. Nothing where it is not known.
struct CompiledWork {
  std::optional<double> flops;
  std::optional<double> bytes;          // read and written in the device's memory
  std::optional<double> matrix_share;   // of the FLOPs, those of matrix products
  std::optional<double> least_seconds;  // by the device's peaks
  std::string limited_by;               // what most of that time goes to; empty: unknown
};

/// By the optimized program, whose loops count as often as they run; by the compiler's own count,
/// which has them once, where there is none that can be read.
CompiledWork work_of(const backend::pjrt::CompiledProgram& program, const DeviceSpec& device,
                     const std::string& precision);

}  // namespace tutti::run
