// SPDX-License-Identifier: Apache-2.0
// The axes of the three tensors of a convolution, and its window.
#pragma once

#include <cstdint>
#include <vector>

#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/window.h"

namespace tutti::op {

/// The axes of the three tensors, and the window over the spatial ones. Of the kernel, "batch"
/// means its input features, and "feature" its output features.
struct ConvolutionSide {
  int64_t batch = 0, feature = 0;
  std::vector<int64_t> spatial;

  std::vector<int64_t> all() const { return joined({batch, feature}, spatial); }
};
struct ConvolutionNumbers {
  ConvolutionSide input, kernel, output;
};

ConvolutionNumbers convolution_numbers(const Operation& op);

/// Whether the padding is an operand that is no constant.
bool has_unknown_padding(const Operation& op);

std::vector<WindowAxis> convolution_window(const Operation& op, const ConvolutionNumbers& n);

}  // namespace tutti::op
