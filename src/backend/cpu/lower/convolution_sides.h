// SPDX-License-Identifier: Apache-2.0
// The axes of a convolution's tensors, and its lowering by a product that gathers its operand.
#pragma once

#include <vector>

#include "backend/cpu/lower/rule.h"
#include "op/rules/window.h"

namespace tutti::backend::cpu {

/// The axes of one tensor. In the kernel, `batch` is the axis of input features and `feature` that
/// of output features.
struct ConvolutionSide {
  int64_t batch, feature;
  std::vector<int64_t> spatial;
};

struct ConvolutionSides {
  explicit ConvolutionSides(const ir::Operation& op);
  ConvolutionSide input, kernel, output;
  std::vector<op::WindowAxis> window;
};

/// Lowers a convolution in float32 by one matrix product whose left operand is gathered from the
/// elements under the windows. Only for what gathers_convolution accepts: the result's features
/// must be contiguous.
Run lower_gathered_convolution(Lowering& lowering);
int64_t gathered_convolution_bytes(const Lowering& lowering);
bool gathers_convolution(const Lowering& lowering);

}  // namespace tutti::backend::cpu
