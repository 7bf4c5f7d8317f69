// SPDX-License-Identifier: Apache-2.0
#include "op/rules/cross_entropy.h"

#include "op/rules/fused.h"

namespace tutti::op {

Type expect_segment_logits(const Operation& op, size_t logits) {
  expect_elements(op, logits, Elements::floats);
  expect_rank(op, logits, 2, 1);
  expect_type(op, logits + 1, op.operand_type(logits).with(ElementType::i32), 2);
  const Type& target = op.operand_type(logits + 2);
  const bool is_list = target.rank() == 1 && target.element == ElementType::i32;
  const Shape& rows = op.operand_type(logits).shape;
  const bool is_empty = std::find(rows.begin(), rows.end(), 0) != rows.end();
  constraint(op, is_list && (target.dim(0) == 0 || !is_empty), label(op, 3),
             "the targets are a {}, expected [features] of i32 into logits", target.str());
  return target.with(statistic_type(op, logits));
}

TargetPositions target_positions(const Array& segment, int64_t target) {
  const int64_t length = segment.type.dim(1);
  TargetPositions positions;
  positions.target = std::clamp<int64_t>(target, 0, segment.count() - 1);
  const int64_t id = std::abs(segment.i(positions.target));
  const int64_t first = positions.target / length * length;
  for (int64_t at = first; id != 0 && at < first + length; at++)
    if (std::abs(segment.i(at)) == id) positions.included.push_back(at);
  return positions;
}

TargetMasks emit_target_masks(Builder& b, Value segment, Value target) {
  const int64_t rows = segment->type.dim(0), length = segment->type.dim(1);
  const int64_t features = target->type.dim(0);
  const Type wide = Type::tensor(ElementType::i32, {features, rows * length});
  Value last = constant(b, Type::scalar(ElementType::i32), static_cast<double>(rows * length - 1));
  Value first = constant(b, Type::scalar(ElementType::i32), 0);
  target = b.one("stablehlo.clamp", {first, target, last});
  Value row = divide(b, target, constant_like(b, target, static_cast<double>(length)));

  const auto equals = [&](Value tokens, Value features_value) {
    return compare(b, "EQ", tokens, over_last(b, features_value, wide.shape));
  };
  Value is_target = equals(iota(b, wide, 1), target);
  Value token_rows = iota(b, segment->type, 0);
  Value ids = emit_for_each_feature(b, absolute(b, segment), features);
  Value target_id = sum_over_channels(b, select(b, is_target, ids, zeros_like(b, ids)));
  Value included = logical_and(b, equals(emit_for_each_feature(b, token_rows, features), row),
                               equals(ids, target_id));
  included = logical_and(b, included, compare(b, "NE", ids, zeros_like(b, ids)));
  return {included, logical_and(b, included, is_target)};
}

Value emit_for_each_feature(Builder& b, Value tokens, int64_t features) {
  const int64_t count = tokens->type.count();
  return broadcast_in_dim(b, reshape(b, tokens, {count}), {features, count}, {1});
}

}  // namespace tutti::op
