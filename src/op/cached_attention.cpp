// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/attention.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

struct Sizes {
  int64_t rows, length, heads, dim, kv_heads, capacity, window;

  int64_t group() const { return heads / kv_heads; }
};

Sizes sizes_of(const Operation& op) {
  const Shape &q = op.operand_type(0).shape, &keys = op.operand_type(1).shape;
  return {q[0], q[1], q[2], q[3], keys[1], keys[2], attention_window(op, 8)};
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  expect_elements(op, 0, Elements::floats);
  for (size_t i = 0; i < 2; i++) expect_rank(op, i, 4, 1);
  const Sizes s = sizes_of(op);
  const Type &q = op.operand_type(0), &keys = op.operand_type(1);
  expect_type(op, 1, q.with({s.rows, s.kv_heads, s.capacity, s.dim}), 2);
  expect_type(op, 2, keys, 3);
  expect_type(op, 3, Type::tensor(ElementType::i32, {s.rows}), 4);
  const bool shares =
      s.kv_heads == ir::kDynamic || (s.kv_heads > 0 && may_divide(s.kv_heads, s.heads));
  constraint(op, shares, label(op, 5), "{} heads of keys serve {} of queries, expected a divisor",
             s.kv_heads, s.heads);
  constraint(op, may_fit(s.length, s.capacity), label(op, 6),
             "there are {} new tokens, expected at most the {} places", s.length, s.capacity);
  const double scale = op.float_attribute("scale");
  constraint(op, std::isfinite(scale), label(op, 7), "scale is {}, expected a number", scale);
  return {q};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const Sizes s = sizes_of(op);
  const Array &q = *in[0], &keys = *in[1], &values = *in[2];
  const double scale = op.float_attribute("scale");
  Array o(op.result_type());
  evaluation.parallel(s.rows * s.heads, [&](int64_t task) {
    const int64_t row = task / s.heads, head = task % s.heads;
    const int64_t first = std::clamp<int64_t>(in[3]->i(row), 0, s.capacity - s.length);
    const int64_t kept = (row * s.kv_heads + head / s.group()) * s.capacity;
    for (int64_t t = 0; t < s.length; t++) {
      const int64_t at = ((row * s.length + t) * s.heads + head) * s.dim;
      std::vector<double> scores;
      const int64_t from = s.window > 0 ? std::max<int64_t>(0, first + t - s.window + 1) : 0;
      for (int64_t place = kept + from; place <= kept + first + t; place++) {
        double score = 0;
        for (int64_t d = 0; d < s.dim; d++) score += q.f(at + d) * keys.f(place * s.dim + d);
        scores.push_back(score * scale);
      }
      const double largest = *std::max_element(scores.begin(), scores.end());
      double sum = 0;
      for (double& score : scores) sum += score = std::exp(score - largest);
      for (size_t j = 0; j < scores.size(); j++)
        for (int64_t d = 0; d < s.dim; d++)
          o.f(at + d) +=
              scores[j] / sum * values.f((kept + from + static_cast<int64_t>(j)) * s.dim + d);
    }
  });
  return {std::move(o)};
}

/// i1 [rows, length, capacity]: whether a token attends to a place.
Value visible_places(Builder& b, const Operation& op, const Sizes& s) {
  Value first = op.operand(3);
  first = maximum(b, first, zeros_like(b, first));
  first = minimum(b, first, constant_like(b, first, static_cast<double>(s.capacity - s.length)));
  const Type places = first->type.with(Shape{s.rows, s.length, s.capacity});
  Value last = add(b, broadcast_in_dim(b, first, places.shape, {0}), iota(b, places, 1));
  Value distance = subtract(b, last, iota(b, places, 2));
  Value visible = compare(b, "GE", distance, zeros_like(b, distance));
  if (s.window == 0) return visible;
  Value window = constant_like(b, distance, static_cast<double>(s.window));
  return b.one("stablehlo.and", {visible, compare(b, "LT", distance, window)});
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Sizes s = sizes_of(op);
  const ElementType element = op.operand_type(0).element, wide = accumulation_type(element);
  Value keys = op.operand(1), values = op.operand(2);
  Value q = reshape(b, op.operand(0), {s.rows, s.length, s.kv_heads, s.group(), s.dim});
  // [rows, kv_heads, length, heads of a group, capacity]
  Value scores = dot_general(b, q, keys, {{0, 2}, {0, 1}, {4}, {3}}, wide);
  scores = scale(b, scores, op.float_attribute("scale"));
  const Shape& shape = scores->type.shape;
  Value visible = broadcast_in_dim(b, visible_places(b, op, s), shape, {0, 2, 4});
  scores = select(b, visible, scores, constant_like(b, scores, -INFINITY));
  Value p = softmax_over_channels(b, scores);
  Value o = dot_general(b, convert(b, p, element), values, {{0, 1}, {0, 1}, {4}, {2}}, element);
  return {reshape(b, transpose(b, o, {0, 2, 1, 3, 4}), op.operand_type(0).shape)};
}

}  // namespace

/// (q [rows, length, heads, dim], keys and values [rows, kv_heads, capacity, dim], first i32
/// [rows]) {scale[, window]} -> o [rows, length, heads, dim]: causal attention of new tokens to all
/// tokens of their row, whose keys and values are kept. The new tokens of a row are at the places
/// from `first` on, which is clamped as dynamic_update_slice clamps it, and each attends to the
/// places up to its own, where there is a window to so many of them at most. Each head of keys
/// serves `heads / kv_heads` heads of q that follow one another.
OpDef cached_attention() {
  return {
      .name = "tutti.cached_attention",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .decompose = decompose,
      .low_precision_operands = {0, 1, 2},
  };
}

}  // namespace tutti::op
