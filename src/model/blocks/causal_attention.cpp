// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/causal_attention.h"

#include <algorithm>
#include <cmath>

#include "op/emit.h"

namespace tutti::model {

using ir::Builder;
using ir::Value;

Value causal_attention(Builder& b, Value q, Value k, Value v, const TokenValues& tokens,
                       const ForwardOptions& options, DropoutSite site) {
  const int64_t rows = q->type.dim(0), length = q->type.dim(1), heads = q->type.dim(2),
                dim = q->type.dim(3), kv_heads = k->type.dim(2);
  const auto joined = [&](Value x, int64_t count) {
    return op::reshape(b, x, {rows, length, count * dim});
  };
  const auto number = [](int64_t value) { return ir::int_attribute(value); };
  const auto real = [](double value) { return ir::float_attribute(value, ir::ElementType::f64); };
  std::vector<Value> operands = {joined(q, heads), joined(k, kv_heads), joined(v, kv_heads),
                                 tokens.segment};
  const bool drops = has_dropout(options, site);
  if (drops) operands.insert(operands.end(), {options.dropout_key, tokens.sample, tokens.position});
  return b.create("tutti.attention", operands,
                  ir::attributes({{"heads", number(heads)},
                                  {"kv_heads", number(kv_heads)},
                                  {"causal", ir::Attribute(true)},
                                  {"scale", real(1 / std::sqrt(static_cast<double>(dim)))},
                                  {"rate", real(drops ? site.rate : 0)},
                                  {"site", number(site.site)},
                                  {"max_segment", number(std::max<int64_t>(1, length))}}))[0];
}

}  // namespace tutti::model
