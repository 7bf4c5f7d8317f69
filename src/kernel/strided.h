// SPDX-License-Identifier: Apache-2.0
// Copies tensors through strides, and the loops that walk through them. Strides are in elements;
// they may be zero (a broadcast) or negative (a reversal).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads.h"

namespace tutti::kernel {

/// The most axes that a nest of loops may have after collapse().
constexpr size_t kMaxAxes = 32;

/// A nest of loops, outermost first, and how far each of some tensors moves along each loop.
struct StridedLoops {
  std::vector<int64_t> sizes;
  std::vector<std::vector<int64_t>> strides;  // [tensor][axis]

  int64_t count() const;
};

/// Makes fewer, longer loops that visit the elements in the same order: drops axes of one element,
/// and joins neighbouring axes through which every tensor walks as through one. Throws UserError
/// where more than kMaxAxes are left.
void collapse(StridedLoops& loops);

/// A position in a nest of loops, and the offset of one tensor at that position.
class StridedCursor {
 public:
  /// Begins at element `first`, in the order of the loops.
  StridedCursor(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides,
                int64_t first);

  int64_t offset() const { return offset_; }
  /// Elements from here to the end of the innermost loop.
  int64_t run() const;
  /// Moves on by `count` <= run() elements.
  void advance(int64_t count);
  /// Only at the beginning of an innermost loop: how often it runs, one stride apart, until the
  /// loop around it ends; and moves on by `count` <= rows() of these runs.
  int64_t rows() const;
  void advance_rows(int64_t count);

 private:
  void advance(size_t axis, int64_t count);

  const std::vector<int64_t>& sizes_;
  const std::vector<int64_t>& strides_;
  int64_t index_[kMaxAxes];
  int64_t offset_ = 0;
};

/// to[i] = from[i * stride] for elements of 1, 2, 4 or 8 bytes.
void gather_run(size_t element_bytes, const std::byte* from, int64_t stride, int64_t count,
                std::byte* to);

/// A copy from one strided tensor into another. What it writes must not overlap what it reads.
class StridedCopy {
 public:
  StridedCopy(size_t element_bytes, std::vector<int64_t> sizes, std::vector<int64_t> from_strides,
              std::vector<int64_t> to_strides);

  void run(Team& team, const std::byte* from, std::byte* to) const;
  /// Does the same on the calling thread.
  void run(const std::byte* from, std::byte* to) const;

 private:
  void copy_task(int64_t task, const std::byte* from, std::byte* to) const;
  void copy_rows(int64_t first, int64_t last, const std::byte* from, std::byte* to) const;
  void copy_tiles(int64_t first, int64_t last, const std::byte* from, std::byte* to) const;

  size_t element_bytes_;
  StridedLoops loops_;  // the destination's strides fall; a tiled copy keeps two loops apart
  bool tiled_ = false;  // source and destination are contiguous along different axes
  int64_t across_size_ = 1, across_from_ = 0, across_to_ = 0;  // the source's contiguous axis
  int64_t along_size_ = 1, along_from_ = 0, along_to_ = 0;     // the destination's
  int64_t items_ = 0;                                          // rows or tiles
  int64_t items_per_task_ = 1;
};

}  // namespace tutti::kernel
