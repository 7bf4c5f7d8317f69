// SPDX-License-Identifier: Apache-2.0
// Elementwise operations, a block of elements at a time. A block of an operand is used in the
// tensor itself where it is contiguous and of the type in which it is computed; otherwise it is
// first copied into a buffer. So the arithmetic of an operation is one loop of constant length for
// each type, which the compiler turns into vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/threads.h"
#include "ir/type.h"
#include "kernel/strided.h"

namespace tutti::kernel {

constexpr int64_t kBlock = 512;  // elements
constexpr size_t kBlockBytes = kBlock * 8;

/// result[i] = f(operands[0][i], operands[1][i], ...) for i in [0, kBlock), all of compute types.
/// The result may be one of the operands.
using BlockFunction = void (*)(const void* const* operands, void* result);

/// result[0] = x[0] op x[1] op ... for `count` >= 1 elements of a compute type, in an order that
/// depends on `count` alone.
using FoldFunction = void (*)(const void* x, int64_t count, void* result);
/// Does that for each of `rows` rows of `length` elements, which follow each other; 1 <= length <
/// kLongRow.
using FoldRowsFunction = void (*)(const void* x, int64_t rows, int64_t length, void* results);
constexpr int64_t kLongRow = 32;

/// Whether elements are widened before they are computed with, and rounded afterwards.
constexpr bool is_narrow(ir::ElementType type) {
  return ir::bit_width(type) < (ir::is_float(type) ? 32 : ir::is_integer(type) ? 8 : 0);
}
/// The type in which elements are computed: f32 for floats of fewer bits, i8 and ui8 for integers
/// of fewer, ui8 (0 or 1) for i1.
constexpr ir::ElementType compute_type(ir::ElementType type) {
  if (type == ir::ElementType::i1) return ir::ElementType::ui8;
  if (!is_narrow(type)) return type;
  return ir::is_float(type)    ? ir::ElementType::f32
         : ir::is_signed(type) ? ir::ElementType::i8
                               : ir::ElementType::ui8;
}
/// Bytes of an element of the compute type.
constexpr int64_t compute_bytes(ir::ElementType type) {
  return static_cast<int64_t>(ir::byte_size(compute_type(type)));
}

/// The function of the op `op` ("stablehlo.add") on operands of `type`; null if there is none.
/// The caller rounds results of narrow types. The tables that it reads are the CPU's one list of
/// elementwise ops: what has a function here has a rule, is computed in groups and in regions.
BlockFunction elementwise_function(std::string_view op, ir::ElementType type);
/// The same where all elements of operand `operand` of two are equal to its first, so that it need
/// not be repeated; null if there is none.
BlockFunction splat_function(std::string_view op, ir::ElementType type, size_t operand);
/// The same where operand `operand` has an element for each row of equal lanes: an int64_t at
/// operands[2] is log2 of the number of kRowLanes in a row. A block begins with a row and ends with
/// one.
BlockFunction row_splat_function(std::string_view op, ir::ElementType type, size_t operand);
constexpr int64_t kRowLanes = 16;
/// The function that reduces by `op`: "stablehlo." add, multiply, maximum, minimum, and, or, xor.
FoldFunction fold_function(std::string_view op, ir::ElementType type);
/// The same for many short rows; null if there is none.
FoldRowsFunction fold_rows_function(std::string_view op, ir::ElementType type);
/// The function of a comparison; `direction` is EQ, NE, LT or LE (for GT and GE, exchange the
/// operands). The total order is -NaN < -inf < -0 < 0 < inf < NaN.
BlockFunction compare_function(std::string_view direction, ir::ElementType type, bool total_order);
/// The function (i1, x, x) -> x, for elements of any type.
BlockFunction select_function(ir::ElementType type);
/// The function that converts from one type's compute type to another's; null if those are
/// equal.
BlockFunction convert_function(ir::ElementType from, ir::ElementType to);

/// Convert `count` elements of a narrow type to its compute type, and back: floats are rounded to
/// nearest even, integers wrap.
void widen(ir::ElementType type, const void* from, int64_t count, void* to);
void narrow(ir::ElementType type, const void* from, int64_t count, void* to);

/// Reads a strided operand block by block.
class BlockSource {
 public:
  /// Throws UserError where the loops over the axes collapse to more than kMaxAxes.
  BlockSource(ir::ElementType type, std::vector<int64_t> sizes, std::vector<int64_t> strides);

  /// Whether all strides are zero, so that every element is the first.
  bool is_splat() const { return splat_; }
  /// Where elements [first, first + count) are in the tensor, if they are contiguous there and of
  /// the compute type; else null.
  const std::byte* find(const std::byte* data, int64_t first, int64_t count) const;
  /// Whether some elements are contiguous, and all have the compute type.
  bool has_runs() const { return !narrow_ && !splat_ && loops_.strides[0].back() == 1; }
  /// Gives elements [first, first + count) in the compute type: in the tensor itself, or copied
  /// into `buffer`, which has kBlockBytes. Where `padded`, zeros follow a block of fewer than
  /// kBlock elements.
  const void* read(const std::byte* data, int64_t first, int64_t count, bool padded,
                   void* buffer) const;

 private:
  void copy(const std::byte* data, int64_t first, int64_t count, std::byte* to) const;

  ir::ElementType type_;
  size_t bytes_, compute_bytes_;
  bool narrow_, splat_ = true;
  StridedLoops loops_;
};

/// One elementwise operation over whole tensors. The result is dense and may be written over a
/// dense operand of its size.
class ElementwiseLoop {
 public:
  struct Operand {
    ir::ElementType type;
    std::vector<int64_t> strides;
  };

  /// Takes up to kMaxOperands operands. Without a function, the result is the first one.
  ElementwiseLoop(BlockFunction function, const ir::Shape& shape,
                  const std::vector<Operand>& operands, ir::ElementType result);

  void run(Team& team, const std::byte* const* operands, std::byte* result) const;

  static constexpr size_t kMaxOperands = 4;

 private:
  void run_blocks(int64_t first, int64_t last, const std::byte* const* operands,
                  std::byte* result) const;

  BlockFunction function_;
  int64_t count_;
  std::vector<BlockSource> sources_;
  ir::ElementType type_;
};

}  // namespace tutti::kernel
