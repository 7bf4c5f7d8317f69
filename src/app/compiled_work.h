// SPDX-License-Identifier: Apache-2.0
// What one run of a compiled program has to do.
#pragma once

#include <optional>

#include "backend/pjrt/topology.h"

namespace tutti::app {

/// Of one device. Nothing where the compiler does not say.
struct CompiledWork {
  std::optional<double> flops;
  std::optional<double> bytes;         // read and written in the device's memory
  std::optional<double> matrix_share;  // of the FLOPs, those of matrix products
};

CompiledWork work_of(const backend::pjrt::CompiledProgram& program);

}  // namespace tutti::app
