// SPDX-License-Identifier: Apache-2.0
// Sliding windows along an axis, for reduce_window, select_and_scatter and convolution.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace tutti::op {

/// One axis of a window; sizes are in elements. The tensor's axis is dilated by `base_dilation` and
/// then padded.
struct WindowAxis {
  int64_t size = 1, stride = 1, low = 0, high = 0, base_dilation = 1, window_dilation = 1;
  bool reversed = false;

  /// The number of windows along an axis of `length`; kDynamic if that or the window's size is.
  int64_t count(int64_t length) const;
  /// The element at place `inside` of window `at`; -1 for padding and the gaps of a dilation.
  int64_t element(int64_t length, int64_t at, int64_t inside) const;
};

/// The labels of the constraints on a window's attributes.
struct WindowLabels {
  std::string dimensions_size, dimensions_positive, strides_size, strides_positive, base_size,
      base_positive, window_size, window_positive, padding;
};

/// The attributes window_dimensions, window_strides, base_dilations, window_dilations and padding
/// for `rank` axes. Absent ones have their defaults.
std::vector<WindowAxis> window_axes(const ir::Operation& op, int64_t rank,
                                    const WindowLabels& labels);

/// A list attribute of `size` positive numbers below 2^31; all are 1 if it is absent.
std::vector<int64_t> positive_list(const ir::Operation& op, std::string_view name, int64_t size,
                                   std::string_view size_label, std::string_view positive_label);
/// The attribute padding: low and high for each of `rank` axes; all are 0 if it is absent.
std::vector<int64_t> padding_list(const ir::Operation& op, int64_t rank, std::string_view label);
/// Checks that paddings are numbers of 31 bits, so that sums of them and sizes do not overflow.
void expect_paddings(const ir::Operation& op, const std::vector<int64_t>& padding,
                     std::string_view label);

/// Padding before, after and between the elements of each axis, as in stablehlo.pad.
struct Paddings {
  std::vector<int64_t> low, high, interior;
};
/// The padded shape. Checks that none of `interior` is negative (the operation's constraint c3) and
/// that no size becomes negative (c4).
ir::Shape padded_shape(const ir::Operation& op, const ir::Shape& shape, const Paddings& paddings);

}  // namespace tutti::op
