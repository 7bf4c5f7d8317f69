// SPDX-License-Identifier: Apache-2.0
#include "op/rules/attention.h"

#include <algorithm>
#include <cmath>

#include "op/rules/fused.h"

namespace tutti::op {

AttentionSizes attention_sizes(const Operation& op, size_t q) {
  expect_elements(op, q, Elements::floats);
  expect_rank(op, q, 3, 1);
  const Type& type = op.operand_type(q);
  const int64_t heads = op.int_attribute("heads"), channels = type.dim(2);
  const bool fits =
      heads >= 1 && (channels == ir::kDynamic || (channels >= heads && channels % heads == 0));
  constraint(op, fits, label(op, 3), "heads is {}, expected a divisor of the {} channels", heads,
             channels);
  const int64_t kv_heads = op.int_attribute("kv_heads", heads);
  constraint(op, kv_heads >= 1 && heads % kv_heads == 0, label(op, 3),
             "kv_heads is {}, expected a divisor of the {} heads", kv_heads, heads);
  const int64_t dim = divided(channels, heads);
  Type keys = type;
  if (dim != ir::kDynamic) keys.shape[2] = kv_heads * dim;
  for (size_t i : {q + 1, q + 2}) expect_type(op, i, keys, 2);
  const double scale = op.float_attribute("scale");
  constraint(op, std::isfinite(scale), label(op, 4), "scale is {}, expected a finite number",
             scale);
  const int64_t longest = op.int_attribute("max_segment");
  constraint(op, longest >= 1, label(op, 4), "max_segment is {}, expected at least 1", longest);
  return {type.dim(0),
          type.dim(1),
          heads,
          dim,
          scale,
          kv_heads,
          op.bool_attribute("causal", false),
          attention_window(op, 4)};
}

int64_t attention_window(const Operation& op, int number) {
  if (!op.attributes.find("window")) return 0;
  const int64_t window = op.int_attribute("window");
  constraint(op, window >= 1, label(op, number), "window is {}, expected at least 1", window);
  return window;
}

Type attention_lse_type(const Operation& op, size_t q) {
  const Type& type = op.operand_type(q);
  return Type::tensor(statistic_type(op, q), {type.dim(0), op.int_attribute("heads"), type.dim(1)});
}

void expect_attention_tokens(const Operation& op, size_t segment, const Dropout& dropout,
                             const AttentionSizes& sizes) {
  const Shape tokens = {sizes.rows, sizes.length};
  expect_type(op, segment, Type::tensor(ElementType::i32, tokens), 5);
  if (dropout.rate > 0) expect_dropout_operands(op, segment + 1, tokens, 6);
}

AttentionElements::AttentionElements(const AttentionSizes& sizes, const Dropout& dropout,
                                     Operands in, size_t q, size_t segment)
    : sizes_(sizes), dropout_(dropout), in_(in), q_(q), segment_(*in[segment]) {
  if (dropout.active()) key_ = site_key(dropout, in);
  keys_.resize(static_cast<size_t>(sizes.rows));
  for (int64_t row = 0; row < sizes.rows; row++) {
    auto& of_row = keys_[static_cast<size_t>(row)];
    of_row[0];
    for (int64_t token = 0; token < sizes.length; token++) {
      const int64_t id = segment_.i(row * sizes.length + token);
      std::vector<int64_t>& of_segment = of_row[std::abs(id)];
      if (id > 0) of_segment.push_back(token);
    }
  }
}

std::span<const int64_t> AttentionElements::keys(int64_t row, int64_t query) const {
  const int64_t id = segment_.i(row * sizes_.length + query);
  const std::vector<int64_t>& all = keys_[static_cast<size_t>(row)].at(std::abs(id));
  const int64_t window = sizes_.window > 0 ? sizes_.window : sizes_.length;
  const int64_t last = sizes_.causal ? query : query + window - 1;
  return {std::upper_bound(all.begin(), all.end(), query - window),
          std::upper_bound(all.begin(), all.end(), last)};
}

double AttentionElements::score(int64_t row, int64_t head, int64_t query, int64_t key) const {
  const Array &q = *in_[q_], &k = *in_[q_ + 1];
  const int64_t left = at(row, query, head), right = key_at(row, key, head);
  double sum = 0;
  for (int64_t c = 0; c < sizes_.dim; c++) sum += q.f(left + c) * k.f(right + c);
  return sum * sizes_.scale;
}

double AttentionElements::factor(int64_t row, int64_t head, int64_t query, int64_t key) const {
  if (!dropout_.active()) return 1;
  const Array &sample = *in_[dropout_.first + 1], &position = *in_[dropout_.first + 2];
  const int64_t left = row * sizes_.length + query, right = row * sizes_.length + key;
  const bool kept = dropout_keeps(head_key(key_, head), sample.i(left), position.i(left),
                                  position.i(right), dropout_.threshold);
  return kept ? dropout_.growth : 0;
}

}  // namespace tutti::op
