// SPDX-License-Identifier: Apache-2.0
#include "kernel/ragged_dot.h"

#include <algorithm>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/ragged_dot.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

constexpr int kTileRows = 6;
constexpr int kTileVectors = 2;

/// A product C = A B: element (i, k) of A is a[i * a_row + k * a_unit]; B and C are row-major.
struct Piece {
  const float* a;
  int64_t a_row, a_unit;
  const float* b;
  int64_t b_row;
  float* c;
  int64_t c_row;
  int64_t k;
};

/// kRows rows of C, at columns [column, column + count).
template <int kRows, int kVectors, class Extent>
HWY_INLINE void multiply_tile(const Piece& p, int64_t row, int64_t column, Extent last) {
  const Floats d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  FloatVector sums[kRows][kVectors];
  for (auto& of_row : sums)
    for (auto& sum : of_row) sum = hn::Zero(d);
  for (int64_t k = 0; k < p.k; k++) {
    const float* from = p.b + k * p.b_row + column;
    FloatVector right[kVectors];
#pragma GCC unroll 2
    for (int v = 0; v + 1 < kVectors; v++) right[v] = load(d, from + v * lanes, Whole{});
    right[kVectors - 1] = load(d, from + (kVectors - 1) * lanes, last);
#pragma GCC unroll 6
    for (int i = 0; i < kRows; i++) {
      const FloatVector left = hn::Set(d, p.a[(row + i) * p.a_row + k * p.a_unit]);
#pragma GCC unroll 2
      for (int v = 0; v < kVectors; v++) sums[i][v] = hn::MulAdd(left, right[v], sums[i][v]);
    }
  }
  for (int i = 0; i < kRows; i++) {
    float* to = p.c + (row + i) * p.c_row + column;
    for (int v = 0; v + 1 < kVectors; v++) store(d, sums[i][v], to + v * lanes, Whole{});
    store(d, sums[i][kVectors - 1], to + (kVectors - 1) * lanes, last);
  }
}

template <int kRows>
void multiply_row_tile(const Piece& p, int64_t row, int64_t columns) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(Floats()));
  int64_t column = 0;
  for (; column + kTileVectors * lanes <= columns; column += kTileVectors * lanes)
    multiply_tile<kRows, kTileVectors>(p, row, column, Whole{});
  for (; column + lanes <= columns; column += lanes)
    multiply_tile<kRows, 1>(p, row, column, Whole{});
  if (column < columns) multiply_tile<kRows, 1>(p, row, column, Part{columns - column});
}

/// Rows [first, last) of C, all columns.
void multiply_piece(const Piece& p, int64_t first, int64_t last, int64_t columns) {
  for (; first + kTileRows <= last; first += kTileRows)
    multiply_row_tile<kTileRows>(p, first, columns);
  for (; first < last; first++) multiply_row_tile<1>(p, first, columns);
}

/// Rows [first, last) of a product.
void multiply_rows(const float* x, const float* weights, float* result, int64_t k, int64_t n,
                   int64_t first, int64_t last) {
  multiply_piece({x, k, 1, weights, n, result, n, k}, first, last, n);
}

/// Rows [first, last) of x^T y, summed over `rows` rows.
void sum_products(const float* x, const float* y, float* result, int64_t rows, int64_t k, int64_t n,
                  int64_t first, int64_t last) {
  multiply_piece({x, 1, k, y, n, result, n, rows}, first, last, n);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(multiply_rows);
HWY_EXPORT(sum_products);

namespace {

/// Rows of a task.
constexpr int64_t kRaggedRows = 96;

/// The first row of each group in turn, and the end of the last; all are within `rows`.
class GroupWalk {
 public:
  GroupWalk(const GroupSizes& sizes, int64_t rows) : sizes_(sizes), rows_(rows) {}
  /// Goes on to the next group; false after the last.
  bool next() {
    begin = end;
    if (++group >= sizes_.groups) return false;
    const int64_t size = sizes_.is_wide ? static_cast<const int64_t*>(sizes_.sizes)[group]
                                        : static_cast<const int32_t*>(sizes_.sizes)[group];
    end = begin + std::clamp<int64_t>(size, 0, rows_ - begin);
    return true;
  }
  int64_t group = -1, begin = 0, end = 0;

 private:
  GroupSizes sizes_;
  int64_t rows_;
};

/// Element [i, j] of `from` becomes [j, i] of `to`.
void transpose_matrix(const float* from, int64_t rows, int64_t columns, float* to) {
  for (int64_t row = 0; row < rows; row++)
    for (int64_t column = 0; column < columns; column++)
      to[column * rows + row] = from[row * columns + column];
}

}  // namespace

void grouped_product(Team& team, const GroupedProduct& shape, const GroupSizes& sizes,
                     const float* x, const float* weights, float* result,
                     std::span<std::byte> workspace) {
  const auto [rows, k, n, transposed] = shape;
  const int64_t matrix = k * n;
  if (transposed) {
    const size_t bytes = grouped_product_workspace_bytes(shape, sizes.groups);
    check(workspace.size() >= bytes, "a workspace has {} bytes, expected at least {}",
          workspace.size(), bytes);
    auto* turned = reinterpret_cast<float*>(workspace.data());
    auto turn = [&, from = weights](int64_t group, int) {
      transpose_matrix(from + group * matrix, shape.n, shape.k, turned + group * matrix);
    };
    team.run(sizes.groups, turn);
    weights = turned;
  }
  auto task = [&, from = weights](int64_t block, int) {
    const int64_t first = block * kRaggedRows, last = std::min(shape.rows, first + kRaggedRows);
    GroupWalk walk(sizes, shape.rows);
    while (walk.next()) {
      const int64_t begin = std::max(first, walk.begin), end = std::min(last, walk.end);
      if (begin < end) HWY_DYNAMIC_DISPATCH(multiply_rows)
      (x, from + walk.group * matrix, result, shape.k, shape.n, begin, end);
    }
    const int64_t rest = std::max(first, walk.end);
    if (rest < last) std::fill(result + rest * shape.n, result + last * shape.n, 0.0f);
  };
  team.run(divide_up(rows, kRaggedRows), task);
}

size_t grouped_product_workspace_bytes(const GroupedProduct& shape, int64_t groups) {
  if (!shape.transposed) return 0;
  const char* what = "the workspace of a grouped product";
  const int64_t floats = checked_multiply(checked_multiply(shape.k, shape.n, what), groups, what);
  return checked_multiply(static_cast<size_t>(floats), sizeof(float), what);
}

void grouped_sums(Team& team, int64_t rows, int64_t k, int64_t n, const GroupSizes& sizes,
                  const float* x, const float* y, float* result) {
  constexpr int64_t kPiece = 24;  // rows of a result
  const int64_t pieces = divide_up(k, kPiece);
  auto task = [&](int64_t index, int) {
    const int64_t group = index / pieces, first = index % pieces * kPiece;
    GroupWalk walk(sizes, rows);
    while (walk.next() && walk.group < group) {
    }
    HWY_DYNAMIC_DISPATCH(sum_products)
    (x + walk.begin * k, y + walk.begin * n, result + group * k * n, walk.end - walk.begin, k, n,
     first, std::min(k, first + kPiece));
  };
  team.run(sizes.groups * pieces, task);
}

}  // namespace tutti::kernel
#endif
