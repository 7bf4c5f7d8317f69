// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 4, 1);
  const Type& x = op.operand_type(0);
  const int64_t dim = x.dim(3);
  constraint(op, dim == ir::kDynamic || dim % 2 == 0, label(op, 2),
             "heads have {} entries, expected an even number", dim);
  const Type turns = Type::tensor(statistic_type(op), {x.dim(0), x.dim(1), divided(dim, 2)});
  for (size_t i : {size_t{1}, size_t{2}}) expect_type(op, i, turns, 3);
  return {x};
}

/// The sign of the sines.
double sign_of(const Operation& op) {
  return op.bool_attribute("inverse", false) ? -1 : 1;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &x = *in[0], &cosine = *in[1], &sine = *in[2];
  Array y(op.result_type());
  const int64_t heads = y.type.dim(2), dim = y.type.dim(3), half = dim / 2;
  const double sign = sign_of(op);
  for (int64_t head = 0; dim > 0 && head < y.count() / dim; head++)
    for (int64_t c = 0; c < half; c++) {
      const int64_t turn = head / heads * half + c, at = head * dim + c;
      const double first = x.f(at), second = x.f(at + half);
      y.f(at) = first * cosine.f(turn) - second * sign * sine.f(turn);
      y.f(at + half) = second * cosine.f(turn) + first * sign * sine.f(turn);
    }
  return {std::move(y)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value x = op.operand(0);
  const Shape& shape = x->type.shape;
  const int64_t half = shape[3] / 2;
  Value first = widen(b, slice(b, x, {0, 0, 0, 0}, {shape[0], shape[1], shape[2], half})),
        second = widen(b, slice(b, x, {0, 0, 0, half}, shape));
  const Shape& halves = first->type.shape;
  Value cosine = broadcast_in_dim(b, op.operand(1), halves, {0, 1, 3}),
        sine = broadcast_in_dim(b, op.operand(2), halves, {0, 1, 3});
  if (sign_of(op) < 0) sine = negate(b, sine);
  Value turned_first = subtract(b, multiply(b, first, cosine), multiply(b, second, sine));
  Value turned_second = add(b, multiply(b, second, cosine), multiply(b, first, sine));
  return {convert(b, concatenate(b, {turned_first, turned_second}, 3), x->type.element)};
}

void vjp(Vjp& v) {
  if (v.wanted[1] || v.wanted[2]) return;
  ir::Attributes attributes = v.op.attributes;
  attributes.set("inverse", ir::Attribute(sign_of(v.op) > 0));
  v.operand_gradients = {
      v.builder.one("tutti.rotary", {v.gradient(), v.op.operand(1), v.op.operand(2)},
                    std::move(attributes)),
      nullptr, nullptr};
}

}  // namespace

/// (x [rows, length, heads, dim], cosine and sine [rows, length, dim / 2]) {inverse} -> y, in which
/// the first half of each head's entries is rotated against the second:
///   y1 = x1 cosine - x2 sine,  y2 = x2 cosine + x1 sine
/// or back, with -sine, where `inverse`. That is the gradient too. Cosines and sines are of the
/// type of statistics.
OpDef rotary() {
  return {
      .name = "tutti.rotary",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .low_precision_operands = {0},
      .is_cheap = true,
  };
}

}  // namespace tutti::op
