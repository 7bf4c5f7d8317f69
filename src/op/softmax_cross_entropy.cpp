// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  const Type rows = row_type(op.operand_type(0), statistic_type(op));
  expect_type(op, 1, rows.with(ElementType::i32), 2);
  return {rows, rows};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &logits = *in[0], &label = *in[1];
  Array loss(op.result_type(0)), lse(op.result_type(1));
  const int64_t classes = channels_of(logits.type);
  for (int64_t row = 0; row < label.count(); row++) {
    const int64_t start = row * classes;
    double largest = -INFINITY, sum = 0;
    for (int64_t c = 0; c < classes; c++) largest = std::max(largest, logits.f(start + c));
    const double origin = std::isfinite(largest) ? largest : 0;
    for (int64_t c = 0; c < classes; c++) sum += std::exp(logits.f(start + c) - origin);
    lse.f(row) = origin + std::log(sum);
    const bool inside = label.i(row) >= 0 && label.i(row) < classes;
    loss.f(row) = inside ? lse.f(row) - logits.f(start + label.i(row)) : 0;
  }
  return {std::move(loss), std::move(lse)};
}

/// Where a row's class is its label, as i1 [..., C].
Value emit_hit(Builder& b, Value label, const Shape& shape) {
  const Type classes = Type::tensor(ElementType::i32, shape);
  return compare(b, "EQ", iota(b, classes, classes.rank() - 1), over_last(b, label, shape));
}

Value emit_inside(Builder& b, Value label, const Shape& shape) {
  Value classes = constant_like(b, label, static_cast<double>(shape.back()));
  return logical_and(b, compare(b, "GE", label, zeros_like(b, label)),
                     compare(b, "LT", label, classes));
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value logits = widen(b, op.operand(0)), label = op.operand(1);
  const Shape& shape = logits->type.shape;
  Value largest = reduce_max(b, logits, {logits->type.rank() - 1});
  // Infinity less infinity is no number.
  Value origin =
      select(b, b.one("stablehlo.is_finite", {largest}), largest, zeros_like(b, largest));
  Value sum =
      sum_over_channels(b, exponential(b, subtract(b, logits, over_last(b, origin, shape))));
  Value log_sum = log(b, sum);
  Value reached =
      sum_over_channels(b, select(b, emit_hit(b, label, shape), logits, zeros_like(b, logits)));
  // Not lse - reached: a small loss of large logits would be lost.
  Value loss = add(b, subtract(b, origin, reached), log_sum);
  loss = select(b, emit_inside(b, label, shape), loss, zeros_like(b, loss));
  return {loss, add(b, origin, log_sum)};
}

/// dlogits = e^(logits - lse) (dloss + dlse) - [class = label] dloss, with a dloss of 0 where the
/// label is outside of the classes.
void differentiate(Vjp& v) {
  Builder& b = v.builder;
  Value logits = widen(b, v.op.operand(0)), label = v.op.operand(1);
  const Shape& shape = logits->type.shape;
  Value share = exponential(b, subtract(b, logits, over_last(b, v.op.result(1), shape)));
  Value dlogits = nullptr;
  if (v.result_gradients[0]) {
    Value dloss = v.gradient(0);
    dloss = select(b, emit_inside(b, label, shape), dloss, zeros_like(b, dloss));
    Value hit = convert(b, emit_hit(b, label, shape), share->type.element);
    dlogits = multiply(b, over_last(b, dloss, shape), subtract(b, share, hit));
  }
  if (v.result_gradients[1]) {
    Value change = multiply(b, over_last(b, v.gradient(1), shape), share);
    dlogits = dlogits ? add(b, dlogits, change) : change;
  }
  v.operand_gradients = {convert(b, dlogits, v.op.operand_type(0).element), nullptr};
}

}  // namespace

/// (logits [..., C], label i32 [...]) -> loss = lse - logits[label], 0 where the label is outside
/// of [0, C), and lse [...], the logarithm of the sum of e^logits over the last axis. Results are
/// of the type of statistics.
OpDef softmax_cross_entropy() {
  return {
      .name = "tutti.softmax_cross_entropy",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = differentiate,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
