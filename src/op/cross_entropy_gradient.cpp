// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/cross_entropy.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 5);
  const Type features = expect_segment_logits(op, 1);
  for (size_t i : {size_t{0}, size_t{4}}) expect_type(op, i, features, 4);
  return {op.operand_type(1)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dloss = *in[0], &logits = *in[1], &segment = *in[2], &target = *in[3], &lse = *in[4];
  Array dlogits(op.result_type());
  for (int64_t feature = 0; feature < target.count(); feature++) {
    const TargetPositions positions = target_positions(segment, target.i(feature));
    for (int64_t at : positions.included) {
      const double hit = at == positions.target ? 1 : 0;
      dlogits.f(at) += dloss.f(feature) * (std::exp(logits.f(at) - lse.f(feature)) - hit);
    }
  }
  return {std::move(dlogits)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Type& type = op.operand_type(1);
  const int64_t features = op.operand_type(3).dim(0);
  const TargetMasks masks = emit_target_masks(b, op.operand(2), op.operand(3));
  Value logits = emit_for_each_feature(b, widen(b, op.operand(1)), features);
  const Shape& shape = logits->type.shape;
  Value scores = select(b, masks.included, logits, constant_like(b, logits, -INFINITY));
  Value share = exponential(b, subtract(b, scores, over_last(b, op.operand(4), shape)));
  Value hit = convert(b, masks.target, share->type.element);
  Value all = multiply(b, over_last(b, op.operand(0), shape), subtract(b, share, hit));
  return {convert(b, reshape(b, reduce_sum(b, all, {0}), type.shape), type.element)};
}

}  // namespace

/// (dloss [features], logits, segment, target, lse [features]) -> dlogits [rows, length], the sum
/// over features of dloss (e^(logits - lse) - [position = target]) at the feature's positions.
OpDef cross_entropy_gradient() {
  return {
      .name = "tutti.cross_entropy_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
