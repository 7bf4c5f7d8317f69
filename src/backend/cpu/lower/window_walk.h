// SPDX-License-Identifier: Apache-2.0
// Walks the windows that slide over a dense tensor, a block of up to kBlock windows at a time, for
// reduce_window and select_and_scatter.
#pragma once

#include <vector>

#include "ir/type.h"
#include "kernel/elementwise.h"
#include "op/rules/window.h"

namespace tutti::backend::cpu {

class WindowWalk {
 public:
  /// `axes` has one entry for each axis of the operand, of shape `operand`; `windows` is the number
  /// of windows along each.
  WindowWalk(std::vector<op::WindowAxis> axes, ir::Shape operand, const ir::Shape& windows);

  /// Elements of one window.
  int64_t places() const { return places_; }
  const std::vector<op::WindowAxis>& axes() const { return axes_; }

  /// Bytes of the positions of a block of windows.
  int64_t position_bytes() const;
  /// Writes where windows [first, first + count) begin along each axis; count <= kBlock.
  void begin(int64_t first, int64_t count, int64_t* positions) const;
  /// Writes the index of the element that each window of the block has at `place`, where places are
  /// numbered in row-major order. A window that has padding or the gap of a dilation there gets
  /// inside[i] = 0 and element 0. Returns how many windows have an element.
  int64_t elements(int64_t place, int64_t count, const int64_t* positions, int64_t* elements,
                   uint8_t* inside) const;

 private:
  std::vector<op::WindowAxis> axes_;
  ir::Shape operand_, windows_;
  std::vector<int64_t> strides_;  // of the operand
  int64_t places_ = 1;
};

}  // namespace tutti::backend::cpu
