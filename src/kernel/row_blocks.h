// SPDX-License-Identifier: Apache-2.0
// Work on blocks of rows, and sums over all rows with the same bits for any number of threads: rows
// are cut into blocks of fixed size, each task sums its block, and the blocks' sums are added in
// order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rounding.h"
#include "base/threads.h"

namespace tutti::kernel {

/// Rows of a block: enough work for a task, and few enough that its data stays in the cache.
constexpr int64_t kRowBlock = 64;

constexpr int64_t row_blocks(int64_t rows) {
  return divide_up(rows, kRowBlock);
}

/// Calls body(first row, last row + 1, block) for each block of rows, in parallel.
template <typename Body>
void each_row_block(Team& team, int64_t rows, const Body& body) {
  auto task = [&](int64_t block, int) {
    body(block * kRowBlock, std::min(rows, (block + 1) * kRowBlock), block);
  };
  team.run(row_blocks(rows), task);
}

/// Bytes of column sums of each block of rows, f32 [row_blocks(rows), columns]. Throws UserError
/// where they overflow.
size_t column_partials_bytes(int64_t rows, int64_t columns);
/// Takes memory for these from the front of `workspace`, which is shortened.
float* take_column_partials(std::span<std::byte>& workspace, int64_t rows, int64_t columns);
/// sums[columns] = the partial sums of all blocks, added in order.
void add_column_partials(Team& team, const float* partials, int64_t rows, int64_t columns,
                         float* sums);

}  // namespace tutti::kernel
