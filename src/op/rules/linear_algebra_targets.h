// SPDX-License-Identifier: Apache-2.0
// The only list of targets of custom calls that are linear algebra, and their options.
#pragma once

#include "lapack/routines.h"
#include "op/rules/common.h"

namespace tutti::op {

/// A target and the sizes of its operands and results for one matrix of a batch. A size is a
/// letter, which is the same size wherever it is used, `min` for that of m and n, or `less` for n -
/// 1; a scalar has none (`info`, `count`). Elements are those of the operands, or are named after a
/// colon. A result with `=0` begins with the elements of operand 0.
struct LinearAlgebraTarget {
  std::string_view name;          // in @lapack_s{name}_ffi, or XLA's
  std::string_view complex_name;  // if complex numbers have another one
  std::string_view routine;
  std::string_view options;
  std::string_view signature;
  std::string_view complex_signature = signature;
};

/// Whether the type is f64 or a pair of them.
inline bool is_wide(ElementType type) {
  return ir::real_type(type) == ElementType::f64;
}

/// The target of this name for elements of a type, or null.
const LinearAlgebraTarget* find_target(std::string_view name, ElementType element);
/// Whether there is a target of this name, for elements of any type.
bool is_linear_algebra(std::string_view name);

/// The options of a call. Throws a UserError if one is missing, unknown or wrong.
lapack::Options read_options(const Operation& op, const LinearAlgebraTarget& target);

}  // namespace tutti::op
