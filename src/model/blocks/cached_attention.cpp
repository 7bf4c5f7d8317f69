// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/cached_attention.h"

#include <cmath>

#include "model/blocks/causal_attention.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Value;

/// The cache with the new tokens' entries [rows, length, kv_heads, dim], a row at a time: each
/// begins at a position of its own.
Value with_new_tokens(Builder& b, Value cache, Value entries, Value position) {
  const int64_t rows = entries->type.dim(0), length = entries->type.dim(1),
                heads = entries->type.dim(2), dim = entries->type.dim(3);
  entries = op::transpose(b, op::convert(b, entries, cache->type.element), {0, 2, 1, 3});
  const auto number = [&](int64_t value) {
    return op::constant(b, position->type.with(ir::Shape{}), static_cast<double>(value));
  };
  for (int64_t row = 0; row < rows; row++) {
    Value of_row = op::slice(b, entries, {row, 0, 0, 0}, {row + 1, heads, length, dim});
    Value first = op::reshape(b, op::slice(b, position, {row, 0}, {row + 1, 1}), {});
    cache = b.create("stablehlo.dynamic_update_slice",
                     {cache, of_row, number(row), number(0), first, number(0)})[0];
  }
  return cache;
}

}  // namespace

Value cached_attention(Builder& b, const QueryKeyValue& qkv, KeyValueCache& cache, size_t layer,
                       const AttentionForm& form) {
  const auto& [q, k, v] = qkv;
  const int64_t rows = q->type.dim(0), length = q->type.dim(1), heads = q->type.dim(2),
                dim = q->type.dim(3);
  KeyValueCache::Layer& kept = cache.layers.at(layer);
  kept.keys = with_new_tokens(b, kept.keys, k, cache.position);
  kept.values = with_new_tokens(b, kept.values, v, cache.position);
  const ir::ElementType element = q->type.element;
  Value first = op::reshape(b, op::slice(b, cache.position, {0, 0}, {rows, 1}), {rows});
  const double scale = form.scale.value_or(1 / std::sqrt(static_cast<double>(dim)));
  ir::Attributes attributes = ir::attributes({{"scale", ir::f64_attribute(scale)}});
  if (form.window) attributes.set("window", ir::int_attribute(*form.window));
  Value context =
      b.one("tutti.cached_attention",
            {q, op::convert(b, kept.keys, element), op::convert(b, kept.values, element), first},
            attributes);
  return op::reshape(b, context, {rows, length, heads * dim});
}

Value attend(const LayerContext& c, const QueryKeyValue& qkv, int64_t layer, DropoutSite site,
             const AttentionForm& form) {
  if (!c.options.cache) return causal_attention(c, qkv, site, form);
  return cached_attention(c.b, qkv, *c.options.cache, static_cast<size_t>(layer), form);
}

}  // namespace tutti::model
