// SPDX-License-Identifier: Apache-2.0
// Dynamic ops. Each becomes a static op as soon as the integers in its last operands are known.
#pragma once

#include <optional>

#include "ir/builder.h"
#include "op/rules/common.h"

namespace tutti::op {

/// The values of the integer operands, in order; those of a matrix row by row.
using IntegerLists = std::vector<std::vector<int64_t>>;

/// How a dynamic op becomes the static one.
struct StaticForm {
  std::string_view name;  // "stablehlo.pad"
  size_t operands = 1;    // that the static op has; the others are integers
  /// The attributes of the static op.
  std::function<Attributes(const Operation&, const IntegerLists&)> attributes;
  /// The index of the list that is the result's shape, if the static op needs it declared.
  std::optional<size_t> shape;
  /// The integers, from a static result type. If not given, the integers must be constants.
  std::function<IntegerLists(const Operation&)> from_result;
};

/// An op whose evaluation, decomposition and backward rule are those of its static form. It does
/// not decompose if the integers are known only when the program runs. If they are known before,
/// the decomposition's result is static even if the op's own is not.
OpDef dynamic_op(std::string_view name, std::string_view assembly,
                 std::function<std::vector<Type>(const Operation&)> infer, StaticForm form);

/// The integers of a value, row by row, if they depend only on constants.
std::optional<std::vector<int64_t>> known_integers(Value value);
/// The constant that a value is, or null.
const ir::Tensor* constant_of(Value value);
/// The integers, row by row, of an operand that is itself a constant of `count` integers. Checks
/// before a program runs look at no other operands.
std::optional<std::vector<int64_t>> constant_integers(const Operation& op, size_t operand,
                                                      int64_t count);
/// Checks that an operand of constant sizes is a shape that the result may have.
void expect_result_sizes(const Operation& op, size_t operand, std::string_view label);
/// Those of the named attributes that the operation has.
Attributes kept_attributes(const Operation& op, std::vector<std::string_view> names);
/// Checks that an operand is a 1-D tensor of integers of static length.
void expect_numbers(const Operation& op, size_t operand);

}  // namespace tutti::op
