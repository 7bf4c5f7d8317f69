// SPDX-License-Identifier: Apache-2.0
// Sums over rows, with the same bits for any number of threads: rows are cut into blocks of fixed
// size, each block is summed alone, and the blocks' sums are added in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/rounding.h"
#include "base/threads.h"

namespace tutti::kernel {

/// Rows of a block: enough work for a task, few enough for its data to stay in cache.
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

/// One row of column sums for each block of rows, [row_blocks(rows), columns] in a workspace.
size_t column_partials_bytes(int64_t rows, int64_t columns);
/// Takes them from the front of `workspace` and moves it on.
float* take_column_partials(std::span<std::byte>& workspace, int64_t rows, int64_t columns);
/// sums[columns] = the partial sums of all blocks, added in order.
void add_column_partials(Team& team, const float* partials, int64_t rows, int64_t columns,
                         float* sums);

}  // namespace tutti::kernel
