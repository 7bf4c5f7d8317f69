// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/window_walk.h"

#include <algorithm>

#include "base/checked.h"

namespace tutti::backend::cpu {

WindowWalk::WindowWalk(std::vector<op::WindowAxis> axes, ir::Shape operand,
                       const ir::Shape& windows)
    : axes_(std::move(axes)),
      operand_(std::move(operand)),
      windows_(windows),
      strides_(ir::strides_of(operand_)) {
  for (const op::WindowAxis& axis : axes_)
    places_ = checked_multiply(places_, axis.size, "the places of a window");
}

int64_t WindowWalk::position_bytes() const {
  return static_cast<int64_t>(axes_.size() * kernel::kBlockBytes);
}

void WindowWalk::begin(int64_t first, int64_t count, int64_t* positions) const {
  for (int64_t lane = 0; lane < count; lane++) {
    int64_t window = first + lane;
    for (size_t d = axes_.size(); d-- > 0;) {
      positions[static_cast<int64_t>(d) * kernel::kBlock + lane] =
          window % windows_[d] * axes_[d].stride - axes_[d].low;
      window /= windows_[d];
    }
  }
}

int64_t WindowWalk::elements(int64_t place, int64_t count, const int64_t* positions,
                             int64_t* elements, uint8_t* inside) const {
  std::fill_n(elements, count, 0);
  std::fill_n(inside, count, uint8_t{1});
  for (size_t d = axes_.size(); d-- > 0;) {
    const op::WindowAxis& axis = axes_[d];
    const int64_t shift = place % axis.size * axis.window_dilation;
    place /= axis.size;
    const int64_t* from = positions + static_cast<int64_t>(d) * kernel::kBlock;
    const int64_t base = axis.base_dilation, stride = strides_[d];
    const auto length = static_cast<uint64_t>(operand_[d]);
    for (int64_t lane = 0; lane < count; lane++) {
      int64_t at = from[lane] + shift;
      bool is_element = true;
      if (base > 1) {
        is_element = at >= 0 && at % base == 0;
        at /= base;
      }
      // Negative positions are beyond any length, too.
      is_element = is_element && static_cast<uint64_t>(at) < length;
      inside[lane] = static_cast<uint8_t>(inside[lane] & (is_element ? 1 : 0));
      elements[lane] += at * stride;
    }
  }
  int64_t total = 0;
  for (int64_t lane = 0; lane < count; lane++) {
    if (!inside[lane]) elements[lane] = 0;
    total += inside[lane];
  }
  return total;
}

}  // namespace tutti::backend::cpu
