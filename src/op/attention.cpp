// SPDX-License-Identifier: Apache-2.0

#include "op/catalogue.h"
#include "op/rules/attention_blocks.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  const Dropout dropout = optional_dropout_of(op, 4);
  const AttentionSizes sizes = attention_sizes(op, 0);
  expect_attention_tokens(op, 3, dropout, sizes);
  return {op.operand_type(0), attention_lse_type(op, 0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const AttentionSizes sizes = attention_sizes(op, 0);
  const AttentionElements elements(sizes, optional_dropout_of(op, 4), in, 0, 3);
  const Array& v = *in[2];
  Array o(op.result_type(0)), lse(op.result_type(1));
  evaluation.parallel(sizes.rows * sizes.heads, [&](int64_t task) {
    const int64_t row = task / sizes.heads, head = task % sizes.heads;
    for (int64_t query = 0; query < sizes.length; query++) {
      const std::span<const int64_t> keys = elements.keys(row, query);
      if (keys.empty()) continue;
      std::vector<double> scores;
      for (int64_t key : keys) scores.push_back(elements.score(row, head, query, key));
      const double largest = *std::max_element(scores.begin(), scores.end());
      double sum = 0;
      for (double score : scores) sum += std::exp(score - largest);
      const double log_sum = largest + std::log(sum);
      lse.f(task * sizes.length + query) = log_sum;
      for (size_t i = 0; i < keys.size(); i++) {
        const double factor = elements.factor(row, head, query, keys[i]);
        if (factor == 0) continue;
        // Not e^(score - log_sum): if scores are huge, log(sum) is lost when added to them.
        const double weight = std::exp(scores[i] - largest) / sum * factor;
        const int64_t from = elements.key_at(row, keys[i], head),
                      to = elements.at(row, query, head);
        for (int64_t c = 0; c < sizes.dim; c++) o.f(to + c) += weight * v.f(from + c);
      }
    }
  });
  return {std::move(o), std::move(lse)};
}

}  // namespace

/// (q [rows, length, heads * dim], k and v [rows, length, kv_heads * dim], segment[, key, sample,
/// position]) {heads, kv_heads, causal, window, scale, rate, site, max_segment} -> o [rows, length,
/// heads * dim], and lse [rows, heads, length], the logarithm of the sum of e^(scale q k^T), in the
/// type of statistics; see op/rules/attention.h. Rate 0 iff there are four operands. `max_segment`
/// is the length of the longest segment that a kernel must hold; kernels check it when they run.
OpDef attention() {
  return {
      .name = "tutti.attention",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            expect_no_gradient(v, 1, "the logarithm of the sum");
            std::vector<Value> operands = {v.gradient(), v.op.operand(0), v.op.operand(1),
                                           v.op.operand(2), v.op.result(1)};
            for (Value operand : operands_from(v.op, 3)) operands.push_back(operand);
            v.operand_gradients =
                v.builder.create("tutti.attention_gradient", operands, v.op.attributes);
            v.operand_gradients.resize(v.op.operand_count(), nullptr);
          },
      .decompose =
          [](Builder& b, const Operation& op) {
            return emit_attention(b, op, kAttentionScoresAtOnce);
          },
      .low_precision_operands = {0, 1, 2},
  };
}

}  // namespace tutti::op
