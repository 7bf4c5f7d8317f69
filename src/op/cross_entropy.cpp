// SPDX-License-Identifier: Apache-2.0
#include "op/rules/cross_entropy.h"

#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  const Type features = expect_segment_logits(op, 0);
  return {features, features};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &logits = *in[0], &segment = *in[1], &target = *in[2];
  Array loss(op.result_type(0)), lse(op.result_type(1));
  for (int64_t feature = 0; feature < target.count(); feature++) {
    const TargetPositions positions = target_positions(segment, target.i(feature));
    if (positions.included.empty()) continue;
    double largest = -INFINITY, sum = 0;
    for (int64_t at : positions.included) largest = std::max(largest, logits.f(at));
    for (int64_t at : positions.included) sum += std::exp(logits.f(at) - largest);
    lse.f(feature) = largest + std::log(sum);
    loss.f(feature) = lse.f(feature) - logits.f(positions.target);
  }
  return {std::move(loss), std::move(lse)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const int64_t features = op.operand_type(2).dim(0);
  const TargetMasks masks = emit_target_masks(b, op.operand(1), op.operand(2));
  Value logits = emit_for_each_feature(b, widen(b, op.operand(0)), features);
  const Shape& shape = logits->type.shape;
  Value scores = select(b, masks.included, logits, constant_like(b, logits, -INFINITY));
  // A feature without positions has scores of -inf alone: origin 0 and sum 1 make its lse 0.
  Value largest = reduce_max(b, scores, {1});
  Value exists = compare(b, "NE", largest, constant_like(b, largest, -INFINITY));
  Value origin = select(b, exists, largest, zeros_like(b, largest));
  Value sum =
      sum_over_channels(b, exponential(b, subtract(b, scores, over_last(b, origin, shape))));
  Value lse = add(b, origin, log(b, select(b, exists, sum, constant_like(b, sum, 1))));
  Value reached = sum_over_channels(b, select(b, masks.target, logits, zeros_like(b, logits)));
  return {subtract(b, lse, reached), lse};
}

}  // namespace

/// (logits [rows, length], segment i32 [rows, length], target i32 [features]) -> loss = lse -
/// logits[target] and lse [features], the logarithm of the sum of e^logits over the feature's
/// positions, see op/rules/cross_entropy.h; both 0 where it has none. Results are of the type of
/// statistics.
OpDef cross_entropy() {
  return {
      .name = "tutti.cross_entropy",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            expect_no_gradient(v, 1, "the logarithm of the sum");
            v.operand_gradients = {v.builder.one("tutti.cross_entropy_gradient",
                                                 {v.gradient(), v.op.operand(0), v.op.operand(1),
                                                  v.op.operand(2), v.op.result(1)}),
                                   nullptr, nullptr};
          },
      .decompose = decompose,
  };
}

}  // namespace tutti::op
