// SPDX-License-Identifier: Apache-2.0
// The matrix product of CPUs with AVX-512 or AMX, computed by the calling thread. It is our own
// because the libraries that Debian has allocate in each call (oneDNN) or use AVX2 on newer CPUs
// (OpenBLAS 0.3.21).
//
// A product takes each operand as lines along k: the rows of A (the left operand) and the columns
// of B (the right one). A unit is 32 bits along k: one float32 or two bf16.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// Whether this CPU has the product: in float32 with AVX-512; in bf16 with AMX, or with AMD's
/// AVX512-BF16, which is twice as fast (Intel's has half of float32's rate).
bool has_avx512_product(ir::ElementType type);

/// An operand in memory: `lines` lines of k elements. The lines of A [m, k], and those of B stored
/// as [n, k], are contiguous; those of A stored as [k, m], and those of B [k, n], are not.
struct Lines {
  const void* data;
  ir::ElementType type;  // f32, or bf16
  bool contiguous;
  int64_t row_stride;  // elements from one stored row to the next
  int64_t lines, k;
};

/// A packed operand is [panels, units, lines of a panel], each number a unit, so that the units of
/// a panel's lines at the same place along k are contiguous. What is beyond the last line or the
/// last element is zero. These are the lines of a panel of the right operand, and of the left one.
inline constexpr int64_t kRightLines = 48;
int64_t left_lines(ir::ElementType type);

/// The rows at which a block of a product may begin are multiples of this.
inline constexpr int64_t kBlockLines = 16;

inline constexpr int64_t kUnitBytes = 4;

/// The number of units that k elements take.
int64_t product_units(ir::ElementType type, int64_t k);

/// Packs units [first_unit, last_unit) of lines [first_line, last_line) to their places in
/// `panels`; first_line is the beginning of a panel, last_line an end of one or of all lines.
/// `type` is that of the units: bf16 is converted where it is f32.
void pack_lines(const Lines& from, ir::ElementType type, int64_t panel_lines, int64_t first_line,
                int64_t last_line, int64_t first_unit, int64_t last_unit, float* panels);

/// The left operand: packed, or as it is in memory, where it is f32, or bf16 whose lines are
/// contiguous and of even length.
struct Left {
  const void* data;
  bool packed;
  int64_t line_bytes, unit_bytes;  // from one to the next, where it is not packed
  /// Where these are not null, element (line, unit) of a float32 operand that is not packed is
  /// lines[line] + units[unit] bytes after `data`, instead.
  const int64_t *lines = nullptr, *units = nullptr;
};

/// `panels` were packed with left_lines(type) lines each.
Left packed_left(ir::ElementType type, const float* panels, int64_t units);

/// The right operand: packed with kRightLines lines for each panel, or as it is in memory, where it
/// is f32 [k, n], or where C has at most kFewRows rows and it is [n, k] of whole units.
struct Right {
  const float* data;
  int64_t row_stride = 0;   // of [k, n]: numbers from one unit along k to the next; else 0
  int64_t line_stride = 0;  // of [n, k]: units of its own type from one line to the next; else 0
  /// Of [n, k]: the type of the product, or bf16 whose float32 product is computed.
  ir::ElementType line_type = ir::ElementType::f32;
};

/// Whether the float32 product takes lines of k bf16: no sum over a part of k ends inside of a
/// unit.
bool widens_lines(int64_t k);

/// With at most this many rows, the right operand is read about once: packing it would take longer
/// than the product.
inline constexpr int64_t kFewRows = 8;

/// C, row-major; or column-major, where `transposed`.
struct Output {
  void* data;
  ir::ElementType type;  // f32, or bf16: rounded to nearest even
  int64_t row_stride;    // elements from one row to the next
  bool transposed;
  bool adds;  // to what is there; only f32 that is not transposed
  /// A number for each column of C, or for each row where C is transposed, which is added to the
  /// rounded products; or null.
  const float* bias = nullptr;
};

/// Writes C[row, column] = sum over k of left[row, k] right[column, k] for rows [first_row,
/// last_row) and columns [first_column, last_column). Sums are float32, in the order of k.
/// first_row is a multiple of kBlockLines and first_column one of kRightLines; `type` is that of
/// the units.
void multiply_lines(ir::ElementType type, int64_t units, const Left& left, const Right& right,
                    const Output& output, int64_t first_row, int64_t last_row, int64_t first_column,
                    int64_t last_column);

}  // namespace tutti::kernel
