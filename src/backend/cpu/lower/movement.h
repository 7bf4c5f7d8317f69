// SPDX-License-Identifier: Apache-2.0
// What lowerings that move elements share.
#pragma once

#include "backend/cpu/lower/rule.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {

/// A copy into or out of a part of a tensor; offsets are in bytes.
struct PartCopy {
  kernel::StridedCopy copy;
  Place from, to;
  int64_t from_offset = 0, to_offset = 0;

  void operator()(const Frame& frame) const {
    copy.run(frame.team, frame.at(from) + from_offset, frame.at(to) + to_offset);
  }
};

/// A start index that is data; unsigned values beyond 63 bits become the largest signed one.
int64_t load_index(ir::ElementType type, const std::byte* data);

/// The strides of some axes.
std::vector<int64_t> strides_of_axes(const View& view, const std::vector<int64_t>& axes);
/// The axes of [0, rank) that are not in the list, ascending.
std::vector<int64_t> other_axes(int64_t rank, const std::vector<int64_t>& axes);

}  // namespace tutti::backend::cpu
