// SPDX-License-Identifier: Apache-2.0
// Dynamic ops: each is a static op once the integers that its last operands hold are known.
#pragma once

#include <optional>

#include "ir/builder.h"
#include "op/rules/common.h"

namespace tutti::op {

/// The values of the integer operands, in order; those of a matrix row by row.
using IntegerLists = std::vector<std::vector<int64_t>>;

/// How an op becomes the static one.
struct StaticForm {
  std::string_view name;  // "stablehlo.pad"
  size_t operands = 1;    // that it keeps; integers follow
  /// Its attributes.
  std::function<Attributes(const Operation&, const IntegerLists&)> attributes;
  /// Which of the numbers are the result's shape, where the static op needs it declared.
  std::optional<size_t> shape;
  /// The numbers as a static result tells them; none: they must be constants.
  std::function<IntegerLists(const Operation&)> from_result;
};

/// An op by its static form: its meaning, decomposition and backward rule. The decomposition is
/// empty where sizes are known only when the program runs; where they are known, its result has
/// them even if the op's has not.
OpDef dynamic_op(std::string_view name, std::string_view assembly,
                 std::function<std::vector<Type>(const Operation&)> infer, StaticForm form);

/// The integers that a value holds, row by row, where they depend on constants alone: sizes are
/// computed before they are used.
std::optional<std::vector<int64_t>> known_integers(Value value);
/// The constant that a value is, or null.
const ir::Tensor* constant_of(Value value);
/// The integers of an operand that is a constant of `count` of them, row by row; checks before a
/// program runs look no farther.
std::optional<std::vector<int64_t>> constant_integers(const Operation& op, size_t operand,
                                                      int64_t count);
/// Holds that a constant operand of sizes is a shape that the result may have.
void expect_result_sizes(const Operation& op, size_t operand, std::string_view label);
/// Attributes by name, those that the operation has.
Attributes kept_attributes(const Operation& op, std::vector<std::string_view> names);
/// Holds that an operand is a 1-D tensor of integers of static length.
void expect_numbers(const Operation& op, size_t operand);

}  // namespace tutti::op
