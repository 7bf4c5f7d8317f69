// SPDX-License-Identifier: Apache-2.0
// Sliding windows over one axis, as reduce_window, select_and_scatter and convolution share them.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace tutti::op {

/// One axis of a window; sizes in elements. The axis is first dilated by `base_dilation`, then
/// padded.
struct WindowAxis {
  int64_t size = 1, stride = 1, low = 0, high = 0, base_dilation = 1, window_dilation = 1;
  bool reversed = false;

  /// Windows that fit an axis of `length`; kDynamic where that or the window's size is.
  int64_t count(int64_t length) const;
  /// The element that place `inside` of window `at` reads; -1 for padding and the gaps of a
  /// dilation.
  int64_t element(int64_t length, int64_t at, int64_t inside) const;
};

/// Labels of the constraints on a window's attributes.
struct WindowLabels {
  std::string dimensions_size, dimensions_positive, strides_size, strides_positive, base_size,
      base_positive, window_size, window_positive, padding;
};

/// The attributes window_dimensions, window_strides, base_dilations, window_dilations and padding
/// for `rank` axes; those that are absent have their defaults.
std::vector<WindowAxis> window_axes(const ir::Operation& op, int64_t rank,
                                    const WindowLabels& labels);

/// A list attribute that holds `size` positive numbers below 2^31, ones where it is absent.
std::vector<int64_t> positive_list(const ir::Operation& op, std::string_view name, int64_t size,
                                   std::string_view size_label, std::string_view positive_label);
/// The attribute padding: low and high for each of `rank` axes, zeros where it is absent.
std::vector<int64_t> padding_list(const ir::Operation& op, int64_t rank, std::string_view label);
/// Holds that paddings are numbers of 31 bits, so that sums of them and sizes are no overflow.
void expect_paddings(const ir::Operation& op, const std::vector<int64_t>& padding,
                     std::string_view label);

/// Padding before, behind and between the elements of each axis, as `pad` has it.
struct Paddings {
  std::vector<int64_t> low, high, interior;
};
/// The shape that a shape has with them. Holds that none of `interior` is negative (the operation's
/// constraint c3) and that no size becomes negative (c4).
ir::Shape padded_shape(const ir::Operation& op, const ir::Shape& shape, const Paddings& paddings);

}  // namespace tutti::op
