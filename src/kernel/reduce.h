// SPDX-License-Identifier: Apache-2.0
// Reductions of strided tensors over any axes by one commutative operation. How elements are
// grouped depends only on the shapes, so that results have the same bits for any number of threads.
// Elements are reduced in short stretches whose results are then combined, which keeps the error of
// sums small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "kernel/elementwise.h"

namespace tutti::kernel {

class StridedReduce {
 public:
  /// `op` is one that fold_function knows for `type`. `sizes` and `strides` are the
  /// operand's; `axes` those that are reduced.
  StridedReduce(std::string_view op, ir::ElementType type, const std::vector<int64_t>& sizes,
                const std::vector<int64_t>& strides, const std::vector<int64_t>& axes);

  /// Bytes that run() needs. They do not depend on strides, so that memory can be planned before
  /// those are known.
  static int64_t workspace_bytes(ir::ElementType type, const std::vector<int64_t>& sizes,
                                 const std::vector<int64_t>& axes);

  /// Writes initial op (all reduced elements) for each result. The result is dense, in the order of
  /// the axes that are left.
  void run(Team& team, const std::byte* operand, const std::byte* initial, std::byte* result,
           std::byte* workspace) const;

 private:
  /// Reduces a stretch of one row; reduce_columns does so for the rows above a block of results.
  void reduce_row(int64_t row, int64_t part, const std::byte* operand, std::byte* partial) const;
  /// Rows that follow each other in memory can be reduced several at a time: reduces as many of
  /// `rows` rows from `row` on as fill whole blocks, and returns how many.
  int64_t reduce_together(int64_t row, int64_t rows, const std::byte* operand,
                          std::byte* sums) const;
  void reduce_columns(int64_t block, int64_t part, const std::byte* operand,
                      std::byte* partials) const;
  void run_rows(Team& team, const std::byte* operand, std::byte* partials) const;
  void run_columns(Team& team, const std::byte* operand, std::byte* partials) const;
  /// Combines the parts of a block of results.
  void add_parts(const std::byte* partials, int64_t first, int64_t count, std::byte* sums) const;
  void combine(Team& team, const std::byte* partials, const std::byte* initial,
               std::byte* result) const;

  ir::ElementType type_;
  int64_t bytes_;  // of a compute type's element
  BlockFunction function_;
  FoldFunction fold_;
  StridedLoops kept_, reduced_;
  int64_t results_, elements_;  // elements of one result
  bool by_rows_;
  int64_t part_elements_, parts_;
  int64_t rows_together_ = 1;
  BlockSource row_, column_, initial_, partials_, flat_;
};

}  // namespace tutti::kernel
