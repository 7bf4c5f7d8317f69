// SPDX-License-Identifier: Apache-2.0
// The tables of elementwise functions, which kernel/elementwise_tables.cpp looks up by the op's
// name. Each file of functions gives those that it compiled for the best instruction set of this
// machine.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "kernel/elementwise.h"

namespace tutti::kernel {

struct FloatFunctions {
  std::string_view op;  // "stablehlo.add"
  BlockFunction single, wide;
};
struct FloatSplats {
  std::string_view op;
  std::array<BlockFunction, 2> single, wide;  // by the operand that repeats
};
struct FloatFolds {
  std::string_view op;
  FoldFunction single, wide;
};
struct FloatRowFolds {
  std::string_view op;
  FoldRowsFunction single, wide;
};
struct FloatTables {
  std::span<const FloatFunctions> functions;
  std::span<const FloatSplats> splats, row_splats;
  std::span<const FloatFunctions> comparisons, total_comparisons;  // EQ NE LT LE
  std::span<const FloatFolds> folds;
  std::span<const FloatRowFolds> row_folds;
};

/// Functions by element type, from i1 to ui64; null if there is none.
constexpr size_t kIntegerTypes = 9;
struct IntegerFunctions {
  std::string_view op;
  std::array<BlockFunction, kIntegerTypes> by_type;
};
struct IntegerFolds {
  std::string_view op;
  std::array<FoldFunction, kIntegerTypes> by_type;
};
struct IntegerTables {
  std::span<const IntegerFunctions> functions, comparisons;
  std::span<const IntegerFolds> folds;
};

/// The number of compute types. They are in the order of ElementType.
constexpr size_t kComputeTypes = 11;
struct ConvertTables {
  std::array<std::array<BlockFunction, kComputeTypes>, kComputeTypes> convert;  // [from][to]
  /// To f32, rounded to odd: rounding that to a narrow float gives what rounding once gives.
  std::array<BlockFunction, kComputeTypes> convert_to_odd;
  /// From f32 and f64 to i2, i4, ui2 and ui4, within their bounds.
  std::array<std::array<BlockFunction, 4>, 2> convert_to_narrow;
  std::array<BlockFunction, 4> select;  // by log2 of the bytes of an element
};

FloatTables float_tables();
IntegerTables integer_tables();
ConvertTables convert_tables();

}  // namespace tutti::kernel
