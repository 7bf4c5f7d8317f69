// SPDX-License-Identifier: Apache-2.0
#include "op/linear_cross_entropy_decomposition.h"

#include "op/catalogue.h"
#include "op/rules/counted_loop.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

/// Whether a token counts: its weight is not 0 and its target is a class.
Value emit_counted(Builder& b, Value target, Value counts, int64_t classes) {
  Value end = constant_like(b, target, static_cast<double>(classes));
  Value inside = logical_and(b, compare(b, "GE", target, zeros_like(b, target)),
                             compare(b, "LT", target, end));
  return logical_and(b, inside, compare(b, "NE", counts, zeros_like(b, counts)));
}

/// What the results are made from, of some of the tokens.
struct Tokens {
  Value hidden, target, counts;
};

/// The results of some tokens, but for their total, which has no value yet.
std::vector<Value> score(Builder& b, const Tokens& tokens, Value weight, size_t results) {
  const auto& [hidden, target, counts] = tokens;
  const ElementType element = hidden->type.element, statistic = counts->type.element;
  Value logits = dot_general(b, hidden, weight, {{}, {}, {1}, {1}}, statistic);
  const Shape& shape = logits->type.shape;
  Value shifted = subtract(b, logits, over_last(b, reduce_max(b, logits, {1}), shape));
  Value powers = exponential(b, shifted), sum = sum_over_channels(b, powers);
  const Type classes = target->type.with(shape);
  Value is_target = compare(b, "EQ", iota(b, classes, 1), over_last(b, target, shape));
  Value reached = sum_over_channels(b, select(b, is_target, shifted, zeros_like(b, shifted)));
  Value counted = emit_counted(b, target, counts, shape[1]);
  const auto of_counted = [&](Value x) { return select(b, counted, x, zeros_like(b, x)); };
  Value loss = of_counted(multiply(b, counts, subtract(b, log(b, sum), reached)));
  Value is_hit = compare(b, "EQ", reached, zeros_like(b, reached));
  std::vector<Value> scored = {loss, of_counted(select(b, is_hit, counts, zeros_like(b, counts))),
                               nullptr};
  Value share = divide(b, powers, over_last(b, sum, shape));
  Value slopes = multiply(b, over_last(b, counts, shape),
                          subtract(b, share, convert(b, is_target, statistic)));
  slopes = select(b, over_last(b, counted, shape), slopes, zeros_like(b, slopes));
  slopes = convert(b, slopes, element);
  if (results > kHiddenGradient)
    scored.push_back(dot_general(b, slopes, weight, {{}, {}, {1}, {0}}, element));
  if (results > kWeightGradient)
    scored.push_back(dot_general(b, slopes, hidden, {{}, {}, {0}, {0}}, statistic));
  return scored;
}

/// How many tokens' logits exist at once: at most 256 MiB of float32.
int64_t tokens_at_once(int64_t classes) {
  constexpr int64_t kLogits = int64_t{1} << 26;
  return std::max<int64_t>(1, kLogits / classes);
}

/// The same of any number of tokens, at most `limit` of them in each round of a loop. Tokens that
/// fill the last round count 0.
std::vector<Value> score_in_chunks(Builder& b, const Tokens& all, Value weight, size_t results,
                                   int64_t limit) {
  const int64_t tokens = all.target->type.dim(0), rounds = (tokens + limit - 1) / limit,
                chunk = (tokens + rounds - 1) / rounds;
  const auto in_rounds = [&](Value x) {
    std::vector<int64_t> none(x->type.shape.size()), high = none;
    high[0] = rounds * chunk - tokens;
    Shape shape = x->type.shape;
    shape[0] = chunk;
    shape.insert(shape.begin(), rounds);
    return reshape(b, pad(b, x, 0, none, high, none), shape);
  };
  const Tokens split = {in_rounds(all.hidden), in_rounds(all.target), in_rounds(all.counts)};
  std::vector<Value> start = {zeros_like(b, split.counts), zeros_like(b, split.counts)};
  if (results > kHiddenGradient) start.push_back(zeros_like(b, split.hidden));
  if (results > kWeightGradient)
    start.push_back(constant(b, weight->type.with(all.counts->type.element), 0));
  const auto body = [&](Builder& inner, Value round, const std::vector<Value>& state) {
    const auto of_round = [&](Value x) {
      const Shape shape(x->type.shape.begin() + 1, x->type.shape.end());
      return reshape(inner, slice_at(inner, x, 0, round), shape);
    };
    std::vector<Value> own =
        score(inner, {of_round(split.hidden), of_round(split.target), of_round(split.counts)},
              weight, results);
    own.erase(own.begin() + kTotal);
    std::vector<Value> next;
    for (size_t i = 0; i < own.size(); i++) {
      if (i + 1 == kWeightGradient) {
        next.push_back(add(inner, state[i], own[i]));
        continue;
      }
      Shape shape = own[i]->type.shape;
      shape.insert(shape.begin(), 1);
      next.push_back(with_slice_at(inner, state[i], reshape(inner, own[i], shape), 0, round));
    }
    return next;
  };
  std::vector<Value> scored = counted_loop(b, rounds, start, body);
  scored.insert(scored.begin() + kTotal, nullptr);
  for (size_t i = 0; i < std::min<size_t>(results, kWeightGradient); i++) {
    if (i == kTotal) continue;
    Shape shape = scored[i]->type.shape;
    shape.erase(shape.begin());
    shape[0] *= rounds;
    std::vector<int64_t> none(shape.size()), ones(shape.size(), 1), limits = shape;
    limits[0] = tokens;
    scored[i] = slice(b, reshape(b, scored[i], shape), none, limits, ones);
  }
  return scored;
}

}  // namespace

std::vector<Value> decompose_linear_cross_entropy(Builder& b, const Operation& op) {
  const Tokens tokens = {op.operand(0), op.operand(2), op.operand(3)};
  const Value weight = op.operand(1);
  const int64_t limit = tokens_at_once(weight->type.dim(0));
  std::vector<Value> results = tokens.target->type.dim(0) <= limit
                                   ? score(b, tokens, weight, op.result_count())
                                   : score_in_chunks(b, tokens, weight, op.result_count(), limit);
  results[kTotal] = sum_all(b, results[kLoss]);
  return results;
}

}  // namespace tutti::op
