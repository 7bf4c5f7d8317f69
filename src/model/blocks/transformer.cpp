// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/transformer.h"

#include <cmath>

#include "op/emit.h"

namespace tutti::model {

using ir::attributes;
using ir::Builder;
using ir::ElementType;
using ir::f64_attribute;
using ir::Value;

bool has_dropout(const ForwardOptions& options, DropoutSite site) {
  return options.dropout_key && site.rate > 0;
}

double add_dropout(std::vector<Value>& operands, const TokenValues& tokens,
                   const ForwardOptions& options, DropoutSite site) {
  if (!has_dropout(options, site)) return 0;
  operands.insert(operands.end(), {options.dropout_key, tokens.sample, tokens.position});
  return site.rate;
}

Value linear(Builder& b, Value x, Value weight, Value bias) {
  Value product = op::matmul(b, x, weight, /*transposed=*/true);
  return op::add(b, product,
                 op::broadcast_in_dim(b, bias, product->type.shape, {product->type.rank() - 1}));
}

Value layer_norm(Builder& b, Value x, Value gamma, Value beta, double epsilon) {
  return b.create("tutti.layer_norm", {x, gamma, beta},
                  attributes({{"epsilon", f64_attribute(epsilon)}}))[0];
}

Value dropout(Builder& b, Value x, const TokenValues& tokens, const ForwardOptions& options,
              DropoutSite site) {
  if (!has_dropout(options, site)) return x;
  return b.one(
      "tutti.dropout", {x, options.dropout_key, tokens.sample, tokens.position},
      attributes({{"rate", f64_attribute(site.rate)}, {"site", ir::int_attribute(site.site)}}));
}

Value embedding(Builder& b, Value table, Value ids, ElementType element, int64_t padding_index) {
  ir::Shape shape = ids->type.shape;
  shape.push_back(table->type.dim(1));
  return b.one("tutti.embedding", {table, ids},
               attributes({{"padding_index", ir::int_attribute(padding_index)}}),
               {ir::Type::tensor(element, shape)});
}

Value tokens_at(Builder& b, Value x, Value index) {
  const int64_t width = x->type.dim(2);
  Value flat = op::reshape(b, x, {x->type.dim(0) * x->type.dim(1), width});
  return embedding(b, flat, index, flat->type.element);
}

Value feature_dropout(Builder& b, Value x, Value sample, const ForwardOptions& options,
                      DropoutSite site) {
  const ir::Shape shape = x->type.shape;
  Value samples = op::reshape(b, sample, {shape[0], 1});
  const TokenValues tokens{.position = op::zeros_like(b, samples), .sample = samples};
  Value one_token = op::reshape(b, x, {shape[0], 1, shape[1]});
  return op::reshape(b, dropout(b, one_token, tokens, options, site), shape);
}

Value bias_dropout_residual(const LayerContext& c, Value x, Value bias, Value residual,
                            DropoutSite site) {
  std::vector<Value> operands = {x, bias, residual};
  const double rate = add_dropout(operands, c.tokens, c.options, site);
  return c.b.one(
      "tutti.bias_dropout_residual", operands,
      attributes({{"rate", f64_attribute(rate)}, {"site", ir::int_attribute(site.site)}}));
}

Value attention(const LayerContext& c, const QueryKeyValue& qkv, int64_t heads, DropoutSite site) {
  std::vector<Value> operands = {qkv.q, qkv.k, qkv.v, c.tokens.segment};
  const double rate = add_dropout(operands, c.tokens, c.options, site);
  const double dim = static_cast<double>(qkv.q->type.dim(2)) / static_cast<double>(heads);
  return c.b.create("tutti.attention", operands,
                    attributes({{"heads", ir::int_attribute(heads)},
                                {"scale", f64_attribute(1 / std::sqrt(dim))},
                                {"rate", f64_attribute(rate)},
                                {"site", ir::int_attribute(site.site)},
                                {"max_segment", ir::int_attribute(c.options.max_segment)}}))[0];
}

}  // namespace tutti::model
