// SPDX-License-Identifier: Apache-2.0
// A matrix product for CPUs without AVX-512: cut into tiles that depend only on its problem. One
// worker computes a tile, by our own kernel with AVX2, or by OpenBLAS.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "kernel/matmul_problem.h"
#include "kernel/openblas.h"

namespace tutti::kernel {

/// Does what Matmul does, for sizes ≥ 1.
class TiledMatmul {
 public:
  explicit TiledMatmul(const MatmulProblem& problem);

  size_t workspace_bytes(int workers) const;
  void run(Team& team, const MatmulOperands& operands, std::byte* workspace) const;

 private:
  struct Tile {
    int64_t batch, row, column;  // its place in C
    int64_t rows, columns;
  };
  Tile tile(int64_t index) const;
  const TileProblem& product(const Tile& tile) const;
  /// Writes a tile of C in float32. A is float32, and so is B unless is_own_.
  void multiply(const Tile& tile, const void* a, const void* b, float* c) const;
  void run_tile(const Tile& tile, const MatmulOperands& operands, std::byte* scratch) const;

  MatmulProblem problem_;
  int64_t tile_rows_ = 0, tile_columns_ = 0;  // of all tiles but the last of a row or column
  int64_t row_tiles_ = 0, column_tiles_ = 0;
  bool is_own_ = false;  // by kernel/avx2_product.h
  bool convert_a_ = false, convert_b_ = false,
       convert_c_ = false;                              // through float32 copies of tiles
  int64_t offset_a_ = 0, offset_b_ = 0, offset_c_ = 0;  // of those copies in a worker's workspace
  int64_t worker_bytes_ = 0;
  std::vector<TileProblem> products_;  // [last row of tiles? 2 : 0 + last column of tiles? 1 : 0]
};

}  // namespace tutti::kernel
