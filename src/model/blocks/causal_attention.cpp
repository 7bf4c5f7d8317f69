// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/causal_attention.h"

#include <cmath>

#include "op/emit.h"

namespace tutti::model {

using ir::Builder;
using ir::Value;

Value causal_mask(Builder& b, Value segment) {
  const int64_t rows = segment->type.dim(0), length = segment->type.dim(1);
  const ir::Shape shape = {rows, length, length};
  Value own = op::broadcast_in_dim(b, b.create("stablehlo.abs", {segment})[0], shape, {0, 1}),
        other = op::broadcast_in_dim(b, segment, shape, {0, 2});
  const ir::Type index = segment->type.with(shape);
  Value before = op::compare(b, "GE", op::iota(b, index, 1), op::iota(b, index, 2));
  Value real = op::compare(b, "GT", other, op::constant(b, index, 0));
  Value same = op::compare(b, "EQ", own, other);
  return b.create("stablehlo.and", {b.create("stablehlo.and", {before, same})[0], real})[0];
}

Value causal_attention(Builder& b, Value q, Value k, Value v, Value mask) {
  const int64_t rows = q->type.dim(0), length = q->type.dim(1), heads = q->type.dim(2),
                dim = q->type.dim(3), kv = k->type.dim(2);
  q = op::reshape(b, q, {rows, length, kv, heads / kv, dim});
  // Scores are [rows, kv, query, heads of a group, key].
  Value scores = op::dot_general(b, q, k, {{0, 2}, {0, 2}, {4}, {3}}, q->type.element);
  scores = op::scale(b, scores, 1 / std::sqrt(static_cast<double>(dim)));
  const ir::Shape shape = scores->type.shape;
  // A token of filler sees no key; it weighs all alike then, and nobody reads what it gets.
  constexpr double kHidden = -1e30;
  scores = op::select(b, op::broadcast_in_dim(b, mask, shape, {0, 2, 4}), scores,
                      op::constant_like(b, scores, kHidden));
  Value largest = op::broadcast_along(b, op::reduce_max(b, scores, {4}), shape, {4});
  Value weights = op::exponential(b, op::subtract(b, scores, largest));
  Value sum = op::broadcast_along(b, op::reduce_sum(b, weights, {4}), shape, {4});
  weights = op::divide(b, weights, sum);
  Value context = op::dot_general(b, weights, v, {{0, 1}, {0, 2}, {4}, {1}}, v->type.element);
  return op::reshape(b, op::transpose(b, context, {0, 2, 1, 3, 4}), {rows, length, heads * dim});
}

}  // namespace tutti::model
