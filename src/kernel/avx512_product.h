// SPDX-License-Identifier: Apache-2.0
// The matrix product of CPUs with AVX-512 or AMX, for the calling thread alone. It is our own
// because the libraries at hand allocate in each call (oneDNN) or take AVX2 on newer CPUs (OpenBLAS
// 0.3.21).
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// Whether this CPU has the product: in float32 with AVX-512; in bf16 with AMX, or with AMD's
/// AVX512-BF16, which is twice as fast (Intel's has half of float32's rate).
bool has_avx512_product(ir::ElementType type);

/// One operand of a product, its rows of A or its columns of B being `lines` of k elements: A [m,
/// k] and B stored as [n, k] have them contiguous; A stored as [k, m] and B [k, n] have not.
struct Lines {
  const void* data;
  ir::ElementType type;  // f32, or bf16
  bool contiguous;
  int64_t row_stride;  // elements from one stored row to the next
  int64_t lines, k;
};

/// Of a packed operand: its lines stand side by side in panels, f32 [panels, units, lines], each
/// number one unit along k: a float32, or two bf16. What is past the last line or the last element
/// of a panel is zero. So many lines has a panel of the right operand, and one of the left.
inline constexpr int64_t kRightLines = 48;
int64_t left_lines(ir::ElementType type);

/// The blocks that a product is cut into begin at multiples of so many rows.
inline constexpr int64_t kBlockLines = 16;

inline constexpr int64_t kUnitBytes = 4;

/// Units of k elements.
int64_t product_units(ir::ElementType type, int64_t k);

/// Packs lines [first_line, last_line), whole panels of them or the rest, and of each the units
/// [first_unit, last_unit), to their places in `panels`. Converts bf16 where `type` is f32.
void pack_lines(const Lines& from, ir::ElementType type, int64_t panel_lines, int64_t first_line,
                int64_t last_line, int64_t first_unit, int64_t last_unit, float* panels);

/// The left operand, packed or as it lies: f32, or contiguous lines of an even number of bf16.
struct Left {
  const void* data;
  bool packed;
  int64_t line_bytes, unit_bytes;  // from one to the next where it is not packed
  /// Of float32: the element (line, unit) lies lines[line] + units[unit] bytes behind `data`.
  const int64_t *lines = nullptr, *units = nullptr;
};

/// `panels`: packed with left_lines(type).
Left packed_left(ir::ElementType type, const float* panels, int64_t units);

/// The right operand: packed with kRightLines, or f32 [k, n] as it lies.
struct Right {
  const float* data;
  int64_t row_stride = 0;  // where it is not packed: numbers from one unit along k to the next
};

/// Rows of C, row-major, or its columns where `transposed`.
struct Output {
  void* data;
  ir::ElementType type;  // f32, or bf16: rounded to nearest even
  int64_t row_stride;    // elements from one row to the next
  bool transposed;
  bool adds;  // to what is there; f32 that is not transposed only
  /// Of each column of C, or of each row where C is transposed; added to the rounded products.
  const float* bias = nullptr;
};

/// C[row, column] = sum over k of left[row, k] right[column, k], summed in float32 in the order of
/// k, for rows [first_row, last_row) and columns [first_column, last_column): first_row a multiple
/// of kBlockLines, first_column one of kRightLines. `type`: of the units.
void multiply_lines(ir::ElementType type, int64_t units, const Left& left, const Right& right,
                    const Output& output, int64_t first_row, int64_t last_row, int64_t first_column,
                    int64_t last_column);

}  // namespace tutti::kernel
