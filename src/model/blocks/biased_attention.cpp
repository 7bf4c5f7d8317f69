// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/biased_attention.h"

#include <cmath>

#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Value;

/// The least distance of each bucket after the first half, which has one bucket for each distance:
/// from 8 on they grow by the eighth root of 16.
constexpr double kStarts[] = {12, 16, 23, 32, 46, 64, 91};
constexpr double kExact = 8, kAfter = 16;  // buckets of keys after a query begin there

/// The bucket of each key of a row for each query: i32 [length, length].
Value buckets(Builder& b, int64_t length) {
  const ir::Type type = ir::Type::tensor(ir::ElementType::i32, {length, length});
  Value apart = op::subtract(b, op::iota(b, type, 1), op::iota(b, type, 0));
  Value zeros = op::zeros_like(b, apart);
  Value distance = op::maximum(b, apart, op::negate(b, apart));
  const auto from = [&](double least) {
    return op::compare(b, "GE", distance, op::constant_like(b, distance, least));
  };
  const auto one_if = [&](Value is) { return op::convert(b, is, ir::ElementType::i32); };
  Value far = op::constant_like(b, distance, kExact);
  for (const double start : kStarts) far = op::add(b, far, one_if(from(start)));
  Value bucket = op::select(b, from(kExact), far, distance);
  Value is_after = op::compare(b, "GT", apart, zeros);
  return op::add(b, bucket, op::scale(b, one_if(is_after), kAfter));
}

/// Minus a large number for keys that a query does not attend to, else 0: [rows, length, length].
Value hidden_keys(const LayerContext& c, ir::ElementType element) {
  Builder& b = c.b;
  Value segment = c.tokens.segment;
  const ir::Shape shape = {segment->type.dim(0), segment->type.dim(1), segment->type.dim(1)};
  Value of_key = op::broadcast_in_dim(b, segment, shape, {0, 2});
  Value own = op::maximum(b, segment, op::negate(b, segment));
  Value of_query = op::broadcast_in_dim(b, own, shape, {0, 1});
  Value attends = b.one("stablehlo.and", {op::compare(b, "EQ", of_key, of_query),
                                          op::compare(b, "GT", of_key, op::zeros_like(b, of_key))});
  Value zeros = op::constant(b, ir::Type::tensor(element, shape), 0);
  return op::select(b, attends, zeros, op::constant_like(b, zeros, -1e9));
}

/// Probabilities [rows, heads, length, length] with dropout, whose masks are those of as many
/// channels of each query.
Value dropped(const LayerContext& c, Value p, DropoutSite site) {
  if (!has_dropout(c.options, site)) return p;
  const ir::Shape& shape = p->type.shape;
  Value queries = op::reshape(c.b, op::transpose(c.b, p, {0, 2, 1, 3}),
                              {shape[0], shape[2], shape[1] * shape[3]});
  queries = dropout(c.b, queries, c.tokens, c.options, site);
  queries = op::reshape(c.b, queries, {shape[0], shape[2], shape[1], shape[3]});
  return op::transpose(c.b, queries, {0, 2, 1, 3});
}

}  // namespace

Value relative_bias(Builder& b, Value table, const ir::Type& tokens, ir::ElementType element) {
  Value all = embedding(b, table, buckets(b, tokens.dim(1)), element);
  return op::transpose(b, all, {2, 0, 1});
}

Value biased_attention(const LayerContext& c, const QueryKeyValue& qkv, Value bias,
                       DropoutSite site) {
  Builder& b = c.b;
  const ir::Shape& shape = qkv.q->type.shape;
  const int64_t heads = bias->type.dim(0), dim = shape[2] / heads;
  const auto split = [&](Value x) { return op::reshape(b, x, {shape[0], shape[1], heads, dim}); };
  const ir::ElementType element = bias->type.element;
  Value scores =
      op::dot_general(b, split(qkv.q), split(qkv.k), {{0, 2}, {0, 2}, {3}, {3}}, element);
  scores = op::scale(b, scores, 1 / std::sqrt(static_cast<double>(dim)));
  const ir::Shape& all = scores->type.shape;
  scores = op::add(b, scores, op::broadcast_in_dim(b, bias, all, {1, 2, 3}));
  scores = op::add(b, scores, op::broadcast_in_dim(b, hidden_keys(c, element), all, {0, 2, 3}));
  Value p = dropped(c, b.one("tutti.softmax", {scores}), site);
  Value context = op::dot_general(b, p, split(qkv.v), {{0, 1}, {0, 2}, {3}, {1}}, element);
  return op::reshape(b, op::transpose(b, context, {0, 2, 1, 3}), shape);
}

}  // namespace tutti::model
