// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/causal_attention.h"

#include <algorithm>
#include <cmath>

#include "op/emit.h"

namespace tutti::model {

using ir::f64_attribute;
using ir::int_attribute;
using ir::Value;

Value causal_attention(const LayerContext& c, const QueryKeyValue& qkv, DropoutSite site,
                       const AttentionForm& form) {
  const auto& [q, k, v] = qkv;
  const int64_t rows = q->type.dim(0), length = q->type.dim(1), heads = q->type.dim(2),
                dim = q->type.dim(3), kv_heads = k->type.dim(2);
  const auto joined = [&](Value x, int64_t count) {
    return op::reshape(c.b, x, {rows, length, count * dim});
  };
  std::vector<Value> operands = {joined(q, heads), joined(k, kv_heads), joined(v, kv_heads),
                                 c.tokens.segment};
  const double rate = add_dropout(operands, c.tokens, c.options, site);
  const double scale = form.scale.value_or(1 / std::sqrt(static_cast<double>(dim)));
  ir::Attributes attributes =
      ir::attributes({{"heads", int_attribute(heads)},
                      {"kv_heads", int_attribute(kv_heads)},
                      {"causal", ir::Attribute(true)},
                      {"scale", f64_attribute(scale)},
                      {"rate", f64_attribute(rate)},
                      {"site", int_attribute(site.site)},
                      {"max_segment", int_attribute(std::max<int64_t>(1, length))}});
  if (form.window) attributes.set("window", int_attribute(*form.window));
  return c.b.create("tutti.attention", operands, attributes)[0];
}

}  // namespace tutti::model
