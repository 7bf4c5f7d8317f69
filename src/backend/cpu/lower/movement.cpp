// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/movement.h"

#include <algorithm>

namespace tutti::backend::cpu {

int64_t load_index(ir::ElementType type, const std::byte* data) {
  const int64_t value = ir::load_int_element(type, data, 0);
  return value < 0 && type == ir::ElementType::ui64 ? INT64_MAX : value;
}

std::vector<int64_t> strides_of_axes(const View& view, const std::vector<int64_t>& axes) {
  std::vector<int64_t> strides;
  for (int64_t axis : axes) strides.push_back(view.strides[static_cast<size_t>(axis)]);
  return strides;
}

std::vector<int64_t> other_axes(int64_t rank, const std::vector<int64_t>& axes) {
  std::vector<int64_t> others;
  for (int64_t axis = 0; axis < rank; axis++)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) others.push_back(axis);
  return others;
}

}  // namespace tutti::backend::cpu
