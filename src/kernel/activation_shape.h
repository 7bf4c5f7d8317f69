// SPDX-License-Identifier: Apache-2.0
// The shape of a model's activations, as the kernels of fused ops take them.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// A dense tensor [rows, channels]: one row for each token, all leading axes taken as one.
struct ActivationShape {
  ir::ElementType type;  // f32 or bf16
  int64_t rows, channels;
};

}  // namespace tutti::kernel
