// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/group/tile_view.h"

#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

bool fills_blocks(int64_t lanes) {
  return lanes >= kernel::kRowLanes && kernel::kBlock % lanes == 0;
}

bool repeats_tiles(const View& view, int64_t tile) {
  int64_t inner = view.type.count();
  for (size_t axis = 0; axis < view.strides.size(); axis++) {
    if (view.type.shape[axis] != 1 && view.strides[axis] != 0) break;
    inner /= view.type.shape[axis];
  }
  return inner < view.type.count() && tile % inner == 0;
}

int64_t repeats_of(const View& view, int64_t tile) {
  const ir::Shape& shape = view.type.shape;
  size_t axis = shape.size();
  int64_t lanes = 1, expected = 1;
  while (axis > 0 && (shape[axis - 1] == 1 || view.strides[axis - 1] == 0)) lanes *= shape[--axis];
  while (axis-- > 0) {
    if (shape[axis] != 1 && view.strides[axis] != expected) return 1;
    expected *= shape[axis];
  }
  const bool fits = fills_blocks(lanes) && tile % lanes == 0;
  return fits && !kernel::is_narrow(view.type.element) ? lanes : 1;
}

}  // namespace tutti::backend::cpu
