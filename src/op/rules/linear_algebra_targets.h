// SPDX-License-Identifier: Apache-2.0
// The targets of custom calls that are linear algebra: the one list of them, and their options.
#pragma once

#include "lapack/routines.h"
#include "op/rules/common.h"

namespace tutti::op {

/// A target's operands and results, what each holds for one matrix of a batch. Sizes are letters
/// that mean the same everywhere, `min` that of m and n, `less` is n - 1; a number has none
/// (`info`, `count`). Elements are the operands' own, or those named behind a colon. `=0` begins as
/// operand 0.
struct LinearAlgebraTarget {
  std::string_view name;          // in @lapack_s{name}_ffi, or XLA's
  std::string_view complex_name;  // where it is another for complex numbers
  std::string_view routine;
  std::string_view options;
  std::string_view signature;
  std::string_view complex_signature = signature;
};

/// Whether its elements are of 64 bits, or pairs of such.
inline bool is_wide(ElementType type) {
  return ir::real_type(type) == ElementType::f64;
}

/// The target of this name for elements of a type; null where there is none.
const LinearAlgebraTarget* find_target(std::string_view name, ElementType element);
/// Whether there is a target of this name, for elements of any type.
bool is_linear_algebra(std::string_view name);

/// The options of a call. Throws where one is missing, unknown or wrong.
lapack::Options read_options(const Operation& op, const LinearAlgebraTarget& target);

/// A signature's words.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace tutti::op
