// SPDX-License-Identifier: Apache-2.0
// What the fused ops `tutti.*` share: constraints on operands, and functions that emit their parts.
#pragma once

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

inline constexpr const char* kNoSecondDerivative =
    "second derivatives go through the decomposed form";

/// The element type of statistics, sums and biases that go with activations such as operand
/// `index`.
inline ElementType statistic_type(const Operation& op, size_t index = 0) {
  return accumulation_type(op.operand_type(index).element);
}

/// Check an operand's type or rank. A violation names `<op>_c<number>`.
void expect_type(const Operation& op, size_t operand, const Type& expected, int number);
void expect_rank(const Operation& op, size_t operand, int64_t rank, int number);
/// Checks that an operand has a last axis, of at least one element.
void expect_channels(const Operation& op, size_t operand, int number);

/// Reads `epsilon`, which must be at least 0. A violation names `<op>_c<number>`.
double read_epsilon(const Operation& op, int number);

/// For backward rules: throws if a gradient reaches result `index`, for which there is no rule.
void expect_no_gradient(const Vjp& v, size_t index, std::string_view what);

/// The last axis of a type, and the number of elements of the others together.
inline int64_t channels_of(const Type& type) {
  return type.shape.back();
}
int64_t rows_of(const Type& type);
/// One number of `element` for each row of a type's last axis.
Type row_type(const Type& type, ElementType element);

/// x, converted to the type in which its elements are summed.
Value widen(Builder& b, Value x);
/// A vector repeated along all axes but the last of a shape.
Value along_last(Builder& b, Value vector, const Shape& shape);
/// A value that lacks the last axis of a shape, repeated along that axis.
Value over_last(Builder& b, Value x, const Shape& shape);
/// Sums over all axes but the last, over the last, and over all.
Value sum_to_channels(Builder& b, Value x);
Value sum_over_channels(Builder& b, Value x);
Value sum_all(Builder& b, Value x);
/// The mean over the last axis.
Value mean_over_channels(Builder& b, Value x);
/// The softmax of scores over the last axis.
Value softmax_over_channels(Builder& b, Value scores);
/// The gradient of the scores of a softmax p over the last axis, from dp: p (dp - sum(dp p)).
Value through_softmax(Builder& b, Value dp, Value p);
/// |x| of integers.
Value absolute(Builder& b, Value x);
Value logical_and(Builder& b, Value x, Value y);

}  // namespace tutti::op
