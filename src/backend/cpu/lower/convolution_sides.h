// SPDX-License-Identifier: Apache-2.0
// What a convolution says of its tensors' axes.
#pragma once

#include <vector>

#include "backend/cpu/lower/rule.h"
#include "op/window.h"

namespace tutti::backend::cpu {

/// The axes of one tensor. Kernel: "batch" stands for its input features, "feature" for its output
/// features.
struct ConvolutionSide {
  int64_t batch, feature;
  std::vector<int64_t> spatial;
};

struct ConvolutionSides {
  explicit ConvolutionSides(const ir::Operation& op);
  ConvolutionSide input, kernel, output;
  std::vector<op::WindowAxis> window;
};

/// A convolution in float32 whose results' features lie side by side, by a product that gathers the
/// elements under the windows; nothing where there is no such product.
Run lower_gathered_convolution(Lowering& lowering);
int64_t gathered_convolution_bytes(const Lowering& lowering);
bool gathers_convolution(const Lowering& lowering);

}  // namespace tutti::backend::cpu
