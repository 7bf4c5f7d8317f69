// SPDX-License-Identifier: Apache-2.0
// Matrix products. A product is cut into tiles by its problem alone, each computed by one worker,
// so that any number of workers gives the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "ir/element_type.h"
#include "kernel/tile_product.h"

namespace tutti::kernel {

/// C[i] = op(A[i]) · op(B[i]) for i < batch, accumulated in float32 and rounded once. Dense
/// row-major: A [batch, m, k] or, transposed, [batch, k, m]; B [batch, k, n] or [batch, n, k]; C
/// [batch, m, n]. Element types are f32 or bf16 in any mix; sizes ≥ 0.
struct MatmulProblem {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  ir::ElementType a = ir::ElementType::f32, b = ir::ElementType::f32, c = ir::ElementType::f32;
};

/// A compiled product: made once, run any number of times, by several threads at once if need be.
class Matmul {
 public:
  explicit Matmul(const MatmulProblem& problem);

  size_t workspace_bytes(int workers) const;
  /// `workspace`: at least workspace_bytes(team.size()), aligned to 64 bytes. A, B and C do not
  /// overlap.
  void run(Team& team, const void* a, const void* b, void* c, std::span<std::byte> workspace) const;

 private:
  struct Tile {
    int64_t batch, row, column;  // its place in C
    int64_t rows, columns;
  };
  Tile tile(int64_t index) const;
  const TileProduct& product(const Tile& tile) const;
  void run_tile(const Tile& tile, const void* a, const void* b, void* c, std::byte* scratch) const;

  MatmulProblem problem_;
  int64_t tile_rows_ = 0, tile_columns_ = 0;  // of all tiles but the last of a row or column
  int64_t row_tiles_ = 0, column_tiles_ = 0;
  bool convert_a_ = false, convert_b_ = false,
       convert_c_ = false;                              // through float32 copies of tiles
  int64_t offset_a_ = 0, offset_b_ = 0, offset_c_ = 0;  // of those copies in a worker's workspace
  int64_t worker_bytes_ = 0;
  std::vector<TileProduct> products_;  // [last row of tiles? 2 : 0 + last column of tiles? 1 : 0]
};

}  // namespace tutti::kernel
