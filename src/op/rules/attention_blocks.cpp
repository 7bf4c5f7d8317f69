// SPDX-License-Identifier: Apache-2.0
#include "op/rules/attention_blocks.h"

#include <algorithm>
#include <cmath>

#include "op/rules/counted_loop.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

using Values = std::vector<Value>;

// Blocks are multiples of this, which the tiles of matrix units are too.
constexpr int64_t kQueries = 16;

/// What each query of a block has beside q: [rows, queries], i32.
struct QueryTokens {
  Value segment, place;                        // its place in the row
  Value sample = nullptr, position = nullptr;  // with dropout
};

/// Attention of a block of queries. The heads of q that share a head of k and v are taken as more
/// queries of it: "lines" are the queries of all of them, group * queries.
class BlockAttention {
 public:
  /// Of an operation whose operands from q on are `operands`.
  BlockAttention(Builder& b, const AttentionSizes& sizes, const Dropout& dropout,
                 const Values& operands)
      : sizes_(sizes), dropout_(dropout), segment_(operands[3]) {
    k_ = key_heads(b, operands[1]);
    v_ = key_heads(b, operands[2]);
    statistic_ = accumulation_type(k_->type.element);
    if (!dropout.active()) return;
    key_positions_ = operands[6];
    for (Value words : emit_head_keys(b, dropout, operands[4], sizes.heads))
      head_keys_.push_back(reshape(b, words, {sizes.kv_heads, sizes.group()}));
  }

  Value k() const { return k_; }
  Value v() const { return v_; }
  ElementType statistic() const { return statistic_; }
  bool has_dropout() const { return dropout_.active(); }

  /// [rows, queries, heads * X] -> [rows, kv_heads, lines, X], and back.
  Value lines(Builder& b, Value x) const {
    const int64_t queries = x->type.dim(1), width = x->type.dim(2) / sizes_.heads;
    x = reshape(b, x, {sizes_.rows, queries, sizes_.kv_heads, sizes_.group(), width});
    return reshape(b, transpose(b, x, {0, 2, 3, 1, 4}),
                   {sizes_.rows, sizes_.kv_heads, sizes_.group() * queries, width});
  }
  Value joined(Builder& b, Value x) const {
    const int64_t queries = x->type.dim(2) / sizes_.group(), width = x->type.dim(3);
    x = reshape(b, x, {sizes_.rows, sizes_.kv_heads, sizes_.group(), queries, width});
    return reshape(b, transpose(b, x, {0, 3, 1, 2, 4}),
                   {sizes_.rows, queries, sizes_.heads * width});
  }

  /// scale q k^T [rows, kv_heads, lines, key], -inf where a query does not attend.
  Value scores(Builder& b, Value q, const QueryTokens& tokens) const {
    Value scores = product(b, q, k_, 3, 3);
    const Shape& shape = scores->type.shape;
    const auto of_query = [&](Value x) {
      return broadcast_in_dim(b, of_lines(b, x), shape, {0, 2});
    };
    Value of_key = broadcast_in_dim(b, segment_, shape, {0, 3});
    Value belongs = logical_and(b, compare(b, "EQ", of_key, of_query(absolute(b, tokens.segment))),
                                compare(b, "GT", of_key, zeros_like(b, of_key)));
    Value places = iota(b, Type::tensor(ElementType::i32, shape), 3);
    Value distance = subtract(b, of_query(tokens.place), places);
    if (sizes_.causal)
      belongs = logical_and(b, belongs, compare(b, "GE", distance, zeros_like(b, distance)));
    if (sizes_.window > 0) {
      if (!sizes_.causal) distance = absolute(b, distance);
      Value window = constant_like(b, distance, static_cast<double>(sizes_.window));
      belongs = logical_and(b, belongs, compare(b, "LT", distance, window));
    }
    return select(b, belongs, scale(b, scores, sizes_.scale), constant_like(b, scores, -INFINITY));
  }

  /// Probabilities x, or their gradient, with dropout.
  Value dropped(Builder& b, Value x, const QueryTokens& tokens) const {
    if (!has_dropout()) return x;
    const Shape& shape = x->type.shape;
    AttentionCounters counters = {.keys = {},
                                  .sample = of_lines(b, tokens.sample),
                                  .position = of_lines(b, tokens.position),
                                  .key_positions = key_positions_};
    for (size_t i = 0; i < counters.keys.size(); i++) {
      const Shape groups = {sizes_.kv_heads, sizes_.group(), shape[2] / sizes_.group()};
      counters.keys[i] = reshape(b, broadcast_in_dim(b, head_keys_[i], groups, {0, 1}),
                                 {sizes_.kv_heads, shape[2]});
    }
    return emit_attention_dropout(b, dropout_, counters, x);
  }

  /// A product for each row and head over those axes, of factors in the operands' type: what both
  /// have of 16 bits is summed in the type of statistics.
  Value product(Builder& b, Value x, Value y, int64_t x_axis, int64_t y_axis) const {
    return dot_general(b, convert(b, x, k_->type.element), y, {{0, 1}, {0, 1}, {x_axis}, {y_axis}},
                       statistic_);
  }

 private:
  /// [rows, length, kv_heads * dim] -> [rows, kv_heads, length, dim].
  Value key_heads(Builder& b, Value x) const {
    x = reshape(b, x, {sizes_.rows, sizes_.length, sizes_.kv_heads, sizes_.dim});
    return transpose(b, x, {0, 2, 1, 3});
  }
  /// [rows, queries] -> [rows, lines].
  Value of_lines(Builder& b, Value x) const {
    if (sizes_.group() == 1) return x;
    const int64_t queries = x->type.dim(1);
    return reshape(b, broadcast_in_dim(b, x, {sizes_.rows, sizes_.group(), queries}, {0, 2}),
                   {sizes_.rows, sizes_.group() * queries});
  }

  AttentionSizes sizes_;
  Dropout dropout_;
  Value k_, v_, segment_, key_positions_ = nullptr;
  Values head_keys_;  // the two words, ui32 [kv_heads, group]
  ElementType statistic_;
};

/// How many queries are taken at a time, so that they have at most `scores` scores; a few always.
int64_t queries_at_once(const AttentionSizes& sizes, int64_t scores) {
  if (sizes.rows == ir::kDynamic || sizes.length == ir::kDynamic) return sizes.length;
  const int64_t of_one = std::max<int64_t>(1, sizes.rows * sizes.heads * sizes.length);
  const int64_t limit = std::max(kQueries, scores / of_one);
  if (sizes.length <= limit) return sizes.length;
  const int64_t rounds = (sizes.length + limit - 1) / limit;
  return ((sizes.length + rounds - 1) / rounds + kQueries - 1) / kQueries * kQueries;
}

/// Splits values [rows, length, ...] into blocks of queries; the last one is filled with zeros.
Value in_blocks(Builder& b, Value x, int64_t rounds, int64_t queries) {
  Shape shape = x->type.shape;
  std::vector<int64_t> none(shape.size()), high = none;
  high[1] = rounds * queries - shape[1];
  if (high[1] > 0) x = pad(b, x, 0, none, high, none);
  shape[1] = queries;
  shape.insert(shape.begin() + 1, rounds);
  return reshape(b, x, shape);
}

/// The way back.
Value out_of_blocks(Builder& b, Value x, int64_t length) {
  Shape shape = x->type.shape;
  shape[2] *= shape[1];
  shape.erase(shape.begin() + 1);
  x = reshape(b, x, shape);
  if (shape[1] == length) return x;
  const std::vector<int64_t> none(shape.size());
  shape[1] = length;
  return slice(b, x, none, shape);
}

/// The part [rows, queries, ...] of a value that is in blocks.
Value block_at(Builder& b, Value x, Value round) {
  Shape shape = x->type.shape;
  shape.erase(shape.begin() + 1);
  return reshape(b, slice_at(b, x, 1, round), shape);
}

using BlockBody = std::function<Values(Builder&, const Values& of_queries)>;

/// Computes `body` for the queries, some at a time. It gets their part of each of `of_queries`
/// [rows, length, ...] and returns as many values as there are `results`: of its queries, as parts
/// of the results that are [rows, length, ...], then from the result `sums` on what is summed over
/// all blocks.
Values over_queries(Builder& b, const Values& of_queries, int64_t queries,
                    const std::vector<Type>& results, size_t sums, const BlockBody& body) {
  const int64_t length = of_queries[0]->type.dim(1);
  if (queries == length) return body(b, of_queries);
  const int64_t rounds = (length + queries - 1) / queries;
  Values split, start;
  for (Value x : of_queries) split.push_back(in_blocks(b, x, rounds, queries));
  for (size_t i = 0; i < results.size(); i++) {
    Shape shape = results[i].shape;
    if (i < sums) {
      shape[1] = queries;
      shape.insert(shape.begin() + 1, rounds);
    }
    start.push_back(constant(b, results[i].with(shape), 0));
  }
  Values all =
      counted_loop(b, rounds, start, [&](Builder& inner, Value round, const Values& state) {
        Values own;
        for (Value x : split) own.push_back(block_at(inner, x, round));
        Values next = body(inner, own);
        for (size_t i = 0; i < next.size(); i++) {
          Shape shape = next[i]->type.shape;
          shape.insert(shape.begin() + 1, 1);
          next[i] = i < sums
                        ? with_slice_at(inner, state[i], reshape(inner, next[i], shape), 1, round)
                        : add(inner, state[i], next[i]);
        }
        return next;
      });
  for (size_t i = 0; i < sums; i++) all[i] = out_of_blocks(b, all[i], length);
  return all;
}

/// Segments and places of the queries, and with dropout what tells its bits: operands from `q` on.
Values tokens_of(Builder& b, const Values& operands, bool has_dropout) {
  Values tokens = {operands[3], iota(b, operands[3]->type, 1)};
  if (has_dropout) tokens.insert(tokens.end(), {operands[5], operands[6]});
  return tokens;
}

QueryTokens tokens_in(const Values& values, size_t first) {
  QueryTokens tokens = {values[first], values[first + 1]};
  if (values.size() > first + 2) {
    tokens.sample = values[first + 2];
    tokens.position = values[first + 3];
  }
  return tokens;
}

}  // namespace

Values emit_attention(Builder& b, const Operation& op, int64_t scores) {
  const AttentionSizes sizes = attention_sizes(op, 0);
  const Values operands = operands_from(op, 0);
  const BlockAttention block(b, sizes, optional_dropout_of(op, 4), operands);
  Values of_queries = {operands[0]};
  for (Value x : tokens_of(b, operands, block.has_dropout())) of_queries.push_back(x);
  const Type lse = Type::tensor(block.statistic(), {sizes.rows, sizes.length, sizes.heads});
  const auto body = [&](Builder& inner, const Values& own) -> Values {
    const QueryTokens tokens = tokens_in(own, 1);
    Value s = block.scores(inner, block.lines(inner, own[0]), tokens);
    const Shape& shape = s->type.shape;
    // Where a query attends to nothing its scores are all -inf: shifting by 0 and dividing by 1
    // keeps its result 0 and every gradient finite.
    Value largest = reduce_max(inner, s, {3});
    Value attends = compare(inner, "NE", largest, constant_like(inner, largest, -INFINITY));
    Value origin = select(inner, attends, largest, zeros_like(inner, largest));
    Value powers = exponential(inner, subtract(inner, s, over_last(inner, origin, shape)));
    Value sums = sum_over_channels(inner, powers);
    sums = select(inner, attends, sums, constant_like(inner, sums, 1));
    Value o = block.product(inner, block.dropped(inner, powers, tokens), block.v(), 3, 2);
    o = divide(inner, o, over_last(inner, sums, o->type.shape));
    Value log_sum = add(inner, origin, log(inner, sums));
    Shape column = log_sum->type.shape;
    column.push_back(1);
    return {convert(inner, block.joined(inner, o), operands[0]->type.element),
            block.joined(inner, reshape(inner, log_sum, column))};
  };
  Values results = over_queries(b, of_queries, queries_at_once(sizes, scores),
                                {operands[0]->type, lse}, 2, body);
  results[1] = transpose(b, results[1], {0, 2, 1});
  return results;
}

Values emit_attention_gradient(Builder& b, const Operation& op, int64_t scores) {
  const AttentionSizes sizes = attention_sizes(op, 1);
  Values operands = b.create("stablehlo.optimization_barrier", operands_from(op, 0));
  const Dropout dropout = optional_dropout_of(op, 6);
  // The keys of heads are small, and may be kept.
  if (dropout.active()) operands[dropout.first] = op.operand(dropout.first);
  const Value d_o = operands[0], lse = operands[4];
  operands.erase(operands.begin() + 4);
  operands.erase(operands.begin());
  const BlockAttention block(b, sizes, dropout, operands);
  Values of_queries = {operands[0], d_o, transpose(b, lse, {0, 2, 1})};
  for (Value x : tokens_of(b, operands, block.has_dropout())) of_queries.push_back(x);
  const ElementType element = operands[0]->type.element;
  const auto body = [&](Builder& inner, const Values& own) -> Values {
    const QueryTokens tokens = tokens_in(own, 3);
    Value q = block.lines(inner, own[0]), d = block.lines(inner, own[1]);
    Value s = block.scores(inner, q, tokens), log_sum = block.lines(inner, own[2]);
    const Shape& shape = s->type.shape;
    log_sum = reshape(inner, log_sum, {shape[0], shape[1], shape[2]});
    Value p = exponential(inner, subtract(inner, s, over_last(inner, log_sum, shape)));
    Value dp = block.dropped(inner, block.product(inner, d, block.v(), 3, 3), tokens);
    Value ds = scale(inner, through_softmax(inner, dp, p), sizes.scale);
    Value dq = block.product(inner, ds, block.k(), 3, 2);
    return {convert(inner, block.joined(inner, dq), element), block.product(inner, ds, q, 2, 2),
            block.product(inner, block.dropped(inner, p, tokens), d, 2, 2)};
  };
  const Type sum =
      Type::tensor(block.statistic(), {sizes.rows, sizes.kv_heads, sizes.length, sizes.dim});
  Values results = over_queries(b, of_queries, queries_at_once(sizes, scores),
                                {operands[0]->type, sum, sum}, 1, body);
  for (size_t i : {1, 2}) {
    Value joined = reshape(b, transpose(b, results[i], {0, 2, 1, 3}), operands[i]->type.shape);
    results[i] = convert(b, joined, element);
  }
  return results;
}

}  // namespace tutti::op
