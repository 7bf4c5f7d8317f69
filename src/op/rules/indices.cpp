// SPDX-License-Identifier: Apache-2.0
#include "op/rules/indices.h"

#include "ir/wrapping.h"

namespace tutti::op {

int64_t largest_of(ir::ElementType type) {
  const uint64_t mask = ir::bit_mask(type);
  return static_cast<int64_t>(ir::is_unsigned(type) ? std::min<uint64_t>(mask, INT64_MAX)
                                                    : mask >> 1);
}

int64_t index_at(const ir::Array& indices, int64_t flat) {
  const int64_t value = indices.i(flat);
  return value < 0 && indices.type.element == ir::ElementType::ui64 ? INT64_MAX : value;
}

ir::Shape without_axis(const ir::Shape& shape, int64_t axis) {
  ir::Shape rest = shape;
  if (axis < static_cast<int64_t>(shape.size())) rest.erase(rest.begin() + axis);
  return rest;
}

int64_t start_index(const ir::Array& indices, const ir::Shape& batch, int64_t vector_axis,
                    int64_t k) {
  ir::Shape index = batch;
  if (vector_axis < indices.type.rank()) index.insert(index.begin() + vector_axis, k);
  return index_at(indices, ir::flat_index(index, indices.type.shape));
}

}  // namespace tutti::op
