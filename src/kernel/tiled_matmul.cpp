// SPDX-License-Identifier: Apache-2.0
#include "kernel/tiled_matmul.h"

#include <algorithm>

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/avx2_product.h"
#include "kernel/element_at.h"
#include "kernel/float_rows.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

struct Tiling {
  int64_t rows, columns;
};

// The size of tiles for a kind of shape, as measured on AVX2.
Tiling tiling_of(const MatmulProblem& p) {
  if (!p.transpose_a) {
    // With few rows, B is read once, by all workers together. More rows of A than a tile has would
    // not stay in the second-level cache while they meet a panel of B.
    const bool has_few_rows = p.m <= 16;
    const Tiling tiling{even_piece(p.m, 256), even_piece(p.n, has_few_rows ? 256 : 1536)};
    // The product of a short text would be one tile, which only one worker could compute.
    const bool is_one =
        !has_few_rows && p.batch == 1 && tiling.rows >= p.m && tiling.columns >= p.n;
    return is_one ? Tiling{even_piece(p.m, divide_up(p.m, 2)), tiling.columns} : tiling;
  }
  // Weight gradients: k is the number of tokens, the result is small.
  if (p.m * p.n <= 384 * 384) return {even_piece(p.m, 192), even_piece(p.n, 192)};
  const bool is_float32 = p.a == ElementType::f32 && p.b == ElementType::f32;
  // In float32 a tile that is short and narrow can cost half the speed.
  if (is_float32) return {even_piece(p.m, 768), even_piece(p.n, p.m > 768 ? 768 : p.n / 2)};
  return {even_piece(p.m, 192), even_piece(p.n, 384)};
}

// A block of a stored matrix.
struct Block {
  int64_t row, column, rows, columns;
};

Block stored(bool transposed, int64_t row, int64_t column, int64_t rows, int64_t columns) {
  return transposed ? Block{column, row, columns, rows} : Block{row, column, rows, columns};
}

}  // namespace

TiledMatmul::TiledMatmul(const MatmulProblem& problem) : problem_(problem) {
  const MatmulProblem& p = problem_;
  const Tiling tiling = tiling_of(p);
  tile_rows_ = tiling.rows;
  tile_columns_ = tiling.columns;
  row_tiles_ = divide_up(p.m, tile_rows_);
  column_tiles_ = divide_up(p.n, tile_columns_);

  is_own_ = has_avx2_product();
  convert_a_ = p.a != ElementType::f32;
  convert_b_ = p.b != ElementType::f32 && !is_own_;
  convert_c_ = p.c != ElementType::f32;

  for (const int64_t rows : {tile_rows_, p.m - (row_tiles_ - 1) * tile_rows_}) {
    for (const int64_t columns : {tile_columns_, p.n - (column_tiles_ - 1) * tile_columns_}) {
      const Block a = stored(p.transpose_a, 0, 0, rows, p.k);
      const Block b = stored(p.transpose_b, 0, 0, p.k, columns);
      products_.emplace_back(TileProblem{.m = rows,
                                         .n = columns,
                                         .k = p.k,
                                         .transpose_a = p.transpose_a,
                                         .transpose_b = p.transpose_b,
                                         .row_stride_a = convert_a_      ? a.columns
                                                         : p.transpose_a ? p.m
                                                                         : p.k,
                                         .row_stride_b = convert_b_      ? b.columns
                                                         : p.transpose_b ? p.k
                                                                         : p.n,
                                         .row_stride_c = convert_c_ ? columns : p.n,
                                         .adds = p.adds});
      if (!is_own_) prepare_openblas(products_.back());
    }
  }
  const auto place = [this](bool wanted, int64_t elements) {
    const int64_t start = worker_bytes_;
    if (wanted) worker_bytes_ += round_up(elements * int64_t{sizeof(float)}, kCacheLine);
    return start;
  };
  offset_a_ = place(convert_a_, tile_rows_ * p.k);
  offset_b_ = place(convert_b_, p.k * tile_columns_);
  offset_c_ = place(convert_c_, tile_rows_ * tile_columns_);
}

size_t TiledMatmul::workspace_bytes(int workers) const {
  return static_cast<size_t>(checked_multiply(worker_bytes_, int64_t{workers}, "workspace"));
}

TiledMatmul::Tile TiledMatmul::tile(int64_t index) const {
  const int64_t column = index % column_tiles_ * tile_columns_;
  const int64_t row = index / column_tiles_ % row_tiles_ * tile_rows_;
  return {index / column_tiles_ / row_tiles_, row, column, std::min(tile_rows_, problem_.m - row),
          std::min(tile_columns_, problem_.n - column)};
}

const TileProblem& TiledMatmul::product(const Tile& tile) const {
  return products_[(tile.rows < tile_rows_ ? 2u : 0u) + (tile.columns < tile_columns_ ? 1u : 0u)];
}

void TiledMatmul::multiply(const Tile& tile, const void* a_tile, const void* b, float* c) const {
  const TileProblem& p = product(tile);
  const auto* a = static_cast<const float*>(a_tile);
  if (!is_own_) return run_openblas(p, a, static_cast<const float*>(b), c);
  multiply_avx2(p, a, problem_.b, b, c);
}

void TiledMatmul::run_tile(const Tile& tile, const MatmulOperands& operands,
                           std::byte* scratch) const {
  const MatmulProblem& p = problem_;
  const auto input = [&](bool convert, ElementType type, const void* base, int64_t row,
                         const Block& block, int64_t offset) -> const void* {
    const std::byte* first = element_at(base, type, block.row * row + block.column);
    if (!convert) return first;
    float* copy = reinterpret_cast<float*>(scratch + offset);
    load_rows(type, first, row, block.rows, block.columns, copy, block.columns);
    return copy;
  };
  const void* a = input(convert_a_, p.a, element_at(operands.a, p.a, tile.batch * p.m * p.k),
                        p.transpose_a ? p.m : p.k,
                        stored(p.transpose_a, tile.row, 0, tile.rows, p.k), offset_a_);
  const void* b = input(convert_b_, p.b, element_at(operands.b, p.b, tile.batch * p.k * p.n),
                        p.transpose_b ? p.k : p.n,
                        stored(p.transpose_b, 0, tile.column, p.k, tile.columns), offset_b_);
  void* c = element_at(operands.c, p.c, (tile.batch * p.m + tile.row) * p.n + tile.column);
  if (!convert_c_) return multiply(tile, a, b, static_cast<float*>(c));
  float* sums = reinterpret_cast<float*>(scratch + offset_c_);
  multiply(tile, a, b, sums);
  store_rows(p.c, sums, tile.columns, tile.rows, tile.columns, c, p.n);
}

void TiledMatmul::run(Team& team, const MatmulOperands& operands, std::byte* workspace) const {
  auto task = [&](int64_t index, int worker) {
    run_tile(tile(index), operands, workspace + worker_bytes_ * worker);
  };
  team.run(problem_.batch * row_tiles_ * column_tiles_, task);
}

}  // namespace tutti::kernel
