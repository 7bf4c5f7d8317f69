// SPDX-License-Identifier: Apache-2.0
// Reductions of strided tensors over any axes by one commutative operation. How elements are
// grouped follows from the shapes alone, so results have the same bits for any number of threads;
// sums run over short stretches that are then added up, which keeps their error small.
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

  /// What run() needs whatever the strides are, so that memory can be planned before they are
  /// known.
  static int64_t workspace_bytes(ir::ElementType type, const std::vector<int64_t>& sizes,
                                 const std::vector<int64_t>& axes);

  /// result, dense in the order of the axes that are left = initial op all elements.
  void run(Team& team, const std::byte* operand, const std::byte* initial, std::byte* result,
           std::byte* workspace) const;

 private:
  /// A stretch of one row, or of the rows above a block of results.
  void reduce_row(int64_t row, int64_t part, const std::byte* operand, std::byte* partial) const;
  /// Of rows that lie one behind the other, several are one block: combines as many of `rows` from
  /// `row` on as fill blocks, and says how many.
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
