// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/attention_blocks.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  const Dropout dropout = optional_dropout_of(op, 6);
  const AttentionSizes sizes = attention_sizes(op, 1);
  expect_attention_tokens(op, 5, dropout, sizes);
  const Type& q = op.operand_type(1);
  expect_type(op, 0, q, 8);
  expect_type(op, 4, attention_lse_type(op, 1), 9);
  return {q, op.operand_type(2), op.operand_type(3)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const AttentionSizes sizes = attention_sizes(op, 1);
  const AttentionElements elements(sizes, optional_dropout_of(op, 6), in, 1, 5);
  const Array &d_o = *in[0], &q = *in[1], &k = *in[2], &v = *in[3], &lse = *in[4];
  Array dq(q.type), dk(k.type), dv(v.type);
  const auto differentiate = [&](int64_t row, int64_t head) {
    const int64_t first = (row * sizes.heads + head) * sizes.length;
    for (int64_t query = 0; query < sizes.length; query++) {
      const std::span<const int64_t> keys = elements.keys(row, query);
      const int64_t own = elements.at(row, query, head);
      std::vector<double> p, dp;
      double sum = 0;
      for (int64_t key : keys) {
        const int64_t other = elements.key_at(row, key, head);
        const double factor = elements.factor(row, head, query, key);
        p.push_back(std::exp(elements.score(row, head, query, key) - lse.f(first + query)));
        double product = 0;
        for (int64_t c = 0; c < sizes.dim; c++) {
          product += d_o.f(own + c) * v.f(other + c);
          dv.f(other + c) += p.back() * factor * d_o.f(own + c);
        }
        dp.push_back(product * factor);
        sum += p.back() * dp.back();
      }
      for (size_t i = 0; i < keys.size(); i++) {
        const int64_t other = elements.key_at(row, keys[i], head);
        const double ds = sizes.scale * p[i] * (dp[i] - sum);
        for (int64_t c = 0; c < sizes.dim; c++) {
          dq.f(own + c) += ds * k.f(other + c);
          dk.f(other + c) += ds * q.f(own + c);
        }
      }
    }
  };
  // Heads of q that share one of k and v add to the same gradients.
  evaluation.parallel(sizes.rows * sizes.kv_heads, [&](int64_t task) {
    const int64_t row = task / sizes.kv_heads, first = task % sizes.kv_heads * sizes.group();
    for (int64_t head = first; head < first + sizes.group(); head++) differentiate(row, head);
  });
  return {std::move(dq), std::move(dk), std::move(dv)};
}

}  // namespace

/// (do and q [rows, length, heads * dim], k and v [rows, length, kv_heads * dim], lse, segment[,
/// key, sample, position]), attributes of tutti.attention -> dq, dk, dv:
///   dv = D^T do,  dP = dropout(do v^T),  dS = scale P (dP - sum(dP P)),  dq = dS k,  dk = dS^T q
OpDef attention_gradient() {
  return {
      .name = "tutti.attention_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose =
          [](Builder& b, const Operation& op) {
            return emit_attention_gradient(b, op, kAttentionScoresAtOnce);
          },
      .low_precision_operands = {0, 1, 2, 3},
  };
}

}  // namespace tutti::op
