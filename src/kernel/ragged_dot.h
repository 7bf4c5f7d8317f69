// SPDX-License-Identifier: Apache-2.0
// Products of matrices whose rows belong to groups of unequal sizes, in float32. The sizes are
// known only when they run, and the work follows from them: nothing is multiplied twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"

namespace tutti::kernel {

/// The numbers of rows of the groups, i32 or i64, as they are in memory. Groups follow each other;
/// anything beyond `rows` does not exist.
struct GroupSizes {
  const void* sizes;
  bool is_wide;  // i64
  int64_t groups;
};

/// result [rows, n] = each row of x [rows, k] times the matrix of its group, weights [groups, k, n]
/// or where `transposed` [groups, n, k]. Rows of no group become zeros.
struct GroupedProduct {
  int64_t rows, k, n;
  bool transposed;
};
/// `workspace`: at least grouped_product_workspace_bytes, aligned to 64 bytes.
void grouped_product(Team& team, const GroupedProduct& shape, const GroupSizes& sizes,
                     const float* x, const float* weights, float* result,
                     std::span<std::byte> workspace);
/// Throws UserError where the size overflows.
size_t grouped_product_workspace_bytes(const GroupedProduct& shape, int64_t groups);

/// result [groups, k, n] = the sums over the rows of each group of x_row^T y_row, x [rows, k] and
/// y [rows, n].
void grouped_sums(Team& team, int64_t rows, int64_t k, int64_t n, const GroupSizes& sizes,
                  const float* x, const float* y, float* result);

}  // namespace tutti::kernel
