// SPDX-License-Identifier: Apache-2.0
// What the lowerings of ops that only move elements share.
#pragma once

#include "backend/cpu/lower/rule.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {

/// A copy into or out of a part of a tensor.
struct PartCopy {
  kernel::StridedCopy copy;
  Place from, to;
  int64_t from_offset = 0, to_offset = 0;  // bytes from the beginning of `from` and `to`

  void operator()(const Frame& frame) const {
    copy.run(frame.team, frame.at(from) + from_offset, frame.at(to) + to_offset);
  }
};

/// Reads a start index of an operand. An unsigned value of more than 63 bits becomes INT64_MAX.
int64_t load_index(ir::ElementType type, const std::byte* data);

/// The strides of the given axes, in their order.
std::vector<int64_t> strides_of_axes(const View& view, const std::vector<int64_t>& axes);
/// The axes of [0, rank) that are not in the list, ascending.
std::vector<int64_t> other_axes(int64_t rank, const std::vector<int64_t>& axes);

}  // namespace tutti::backend::cpu
