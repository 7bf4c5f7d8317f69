// SPDX-License-Identifier: Apache-2.0
// Windows that slide over a dense tensor, a block of them at a time.
#pragma once

#include <vector>

#include "ir/type.h"
#include "kernel/elementwise.h"
#include "op/rules/window.h"

namespace tutti::backend::cpu {

class WindowWalk {
 public:
  /// One window axis for each axis of the operand; `windows` counts the windows along each.
  WindowWalk(std::vector<op::WindowAxis> axes, ir::Shape operand, const ir::Shape& windows);

  int64_t places() const { return places_; }
  const std::vector<op::WindowAxis>& axes() const { return axes_; }

  /// Bytes of a block's positions.
  int64_t position_bytes() const;
  /// Where windows [first, first + count) begin along each axis, count <= kBlock.
  void begin(int64_t first, int64_t count, int64_t* positions) const;
  /// The element that each window of the block has at a place, in row-major order of the places.
  /// Windows that have padding there, or the gap of a dilation, have inside[i] = 0 and element 0.
  /// Gives how many are inside.
  int64_t elements(int64_t place, int64_t count, const int64_t* positions, int64_t* elements,
                   uint8_t* inside) const;

 private:
  std::vector<op::WindowAxis> axes_;
  ir::Shape operand_, windows_;
  std::vector<int64_t> strides_;  // of the operand
  int64_t places_ = 1;
};

}  // namespace tutti::backend::cpu
