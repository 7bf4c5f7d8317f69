// SPDX-License-Identifier: Apache-2.0
// Start indices that are data, for gather, scatter and the dynamic slices.
#pragma once

#include "ir/array.h"

namespace tutti::op {

/// The largest value of an integer type; of ui64, the largest that fits 63 bits.
int64_t largest_of(ir::ElementType type);

/// An element as a number. Unsigned values of 64 bits become the largest signed one.
int64_t index_at(const ir::Array& indices, int64_t flat);

/// A shape without an axis; the shape itself if the axis equals its rank.
ir::Shape without_axis(const ir::Shape& shape, int64_t axis);

/// Component k of the index vector at `batch`, a multi-index without `vector_axis`. If that axis
/// equals the rank, indices are scalars and k is 0.
int64_t start_index(const ir::Array& indices, const ir::Shape& batch, int64_t vector_axis,
                    int64_t k);

}  // namespace tutti::op
