// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

constexpr size_t kBias = 3;

struct Sizes {
  int64_t batch, queries, heads, dim, keys, channels;
};

Sizes sizes_of(const Operation& op) {
  const Shape &q = op.operand_type(0).shape, &v = op.operand_type(2).shape;
  return {q[0], q[1], q[2], q[3], v[1], v[3]};
}

bool has_mask(const Operation& op) {
  return op.operand_count() > kBias && op.operand_type(kBias).element == ElementType::i1;
}

std::vector<Type> infer(const Operation& op) {
  if (op.operand_count() != kBias + 1) expect_operands(op, kBias);
  expect_elements(op, 0, Elements::floats);
  for (size_t i = 0; i < 3; i++) expect_rank(op, i, 4, 1);
  const Sizes s = sizes_of(op);
  const Type& q = op.operand_type(0);
  expect_type(op, 1, q.with({s.batch, s.keys, s.heads, s.dim}), 2);
  expect_type(op, 2, q.with({s.batch, s.keys, s.heads, s.channels}), 3);
  if (op.operand_count() > kBias) {
    const Shape scores = {s.batch, s.heads, s.queries, s.keys};
    const ElementType element = has_mask(op) ? ElementType::i1 : statistic_type(op);
    expect_type(op, kBias, Type::tensor(element, scores), 4);
  }
  constraint(op, s.keys != 0, label(op, 5), "there are no keys, expected at least one");
  const double scale = op.float_attribute("scale");
  constraint(op, std::isfinite(scale), label(op, 6), "scale is {}, expected a number", scale);
  if (has_mask(op)) op.float_attribute("masked_score");
  return {q.with({s.batch, s.queries, s.heads, s.channels})};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const Sizes s = sizes_of(op);
  const Array &q = *in[0], &k = *in[1], &v = *in[2];
  const double scale = op.float_attribute("scale");
  const double masked = has_mask(op) ? op.float_attribute("masked_score") : 0;
  Array o(op.result_type());
  evaluation.parallel(s.batch * s.heads, [&](int64_t task) {
    const int64_t batch = task / s.heads, head = task % s.heads;
    const auto at = [&](int64_t length, int64_t token, int64_t channels) {
      return ((batch * length + token) * s.heads + head) * channels;
    };
    std::vector<double> scores(static_cast<size_t>(s.keys));
    for (int64_t t = 0; t < s.queries; t++) {
      const int64_t row = (task * s.queries + t) * s.keys;
      double largest = -INFINITY, sum = 0;
      for (int64_t key = 0; key < s.keys; key++) {
        double score = 0;
        for (int64_t d = 0; d < s.dim; d++)
          score += q.f(at(s.queries, t, s.dim) + d) * k.f(at(s.keys, key, s.dim) + d);
        score *= scale;
        if (has_mask(op))
          score = in[kBias]->i(row + key) != 0 ? score : masked;
        else if (op.operand_count() > kBias)
          score += in[kBias]->f(row + key);
        scores[static_cast<size_t>(key)] = score;
        largest = std::isnan(score) ? score : std::max(largest, score);
      }
      for (double& score : scores) sum += score = std::exp(score - largest);
      for (int64_t key = 0; key < s.keys; key++)
        for (int64_t c = 0; c < s.channels; c++)
          o.f(at(s.queries, t, s.channels) + c) +=
              scores[static_cast<size_t>(key)] / sum * v.f(at(s.keys, key, s.channels) + c);
    }
  });
  return {std::move(o)};
}

/// P [batch, heads, queries, keys] in the type of statistics.
Value probabilities(Builder& b, const Operation& op) {
  Value q = widen(b, op.operand(0)), k = widen(b, op.operand(1));
  Value scores = dot_general(b, q, k, {{0, 2}, {0, 2}, {3}, {3}}, q->type.element);
  scores = scale(b, scores, op.float_attribute("scale"));
  if (has_mask(op))
    scores = select(b, op.operand(kBias), scores,
                    constant_like(b, scores, op.float_attribute("masked_score")));
  else if (op.operand_count() > kBias)
    scores = add(b, scores, op.operand(kBias));
  return softmax_over_channels(b, scores);
}

/// [batch, heads, tokens, channels] as [batch, tokens, heads, channels] in the type of q.
Value as_tokens(Builder& b, const Operation& op, Value x) {
  return convert(b, transpose(b, x, {0, 2, 1, 3}), op.operand_type(0).element);
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value p = probabilities(b, op), v = widen(b, op.operand(2));
  return {as_tokens(b, op, dot_general(b, p, v, {{0, 1}, {0, 2}, {3}, {1}}, v->type.element))};
}

// dV = P^T dO, dP = dO V^T, dS = P (dP - rowsum(dP P)), dQ = scale dS K, dK = scale dS^T Q; a
// masked score has no gradient, a bias has dS.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Operation& op = v.op;
  Value p = probabilities(b, op), d_o = widen(b, v.gradient());
  Value values = widen(b, op.operand(2));
  const ElementType wide = values->type.element;
  Value d_v = dot_general(b, p, d_o, {{0, 1}, {0, 2}, {2}, {1}}, wide);
  Value d_p = dot_general(b, d_o, values, {{0, 2}, {0, 2}, {3}, {3}}, wide);
  Value d_s = through_softmax(b, d_p, p);
  if (has_mask(op)) d_s = select(b, op.operand(kBias), d_s, zeros_like(b, d_s));
  Value scaled = scale(b, d_s, op.float_attribute("scale"));
  Value d_q = dot_general(b, scaled, widen(b, op.operand(1)), {{0, 1}, {0, 2}, {3}, {1}}, wide);
  Value d_k = dot_general(b, scaled, widen(b, op.operand(0)), {{0, 1}, {0, 2}, {2}, {1}}, wide);
  v.operand_gradients = {as_tokens(b, op, d_q), as_tokens(b, op, d_k), as_tokens(b, op, d_v)};
  if (op.operand_count() > kBias) v.operand_gradients.push_back(has_mask(op) ? nullptr : d_s);
}

}  // namespace

/// (q [batch, queries, heads, dim], k [batch, keys, heads, dim], v [batch, keys, heads, channels],
/// mask i1 or bias [batch, heads, queries, keys]?) {scale, masked_score} -> o [batch, queries,
/// heads, channels] = softmax(scores) v with scores = scale q k^T + bias; where the mask is false a
/// score is `masked_score`, which only a mask needs. The bias is of the type of statistics.
OpDef dot_product_attention() {
  return {
      .name = "tutti.dot_product_attention",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .low_precision_operands = {0, 1, 2},
  };
}

}  // namespace tutti::op
