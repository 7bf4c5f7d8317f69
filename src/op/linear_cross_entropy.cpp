// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/counted_loop.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

enum Result : size_t { kLoss, kHit, kTotal, kHiddenGradient, kWeightGradient, kResults };

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 2, 1);
  expect_rank(op, 1, 2, 2);
  const Type &hidden = op.operand_type(0), &weight = op.operand_type(1);
  expect_type(op, 1, hidden.with(Shape{weight.dim(0), hidden.dim(1)}), 2);
  constraint(op, weight.dim(0) != 0, label(op, 3), "the weight is a {}, expected at least one row",
             weight.str());
  const ElementType statistic = statistic_type(op);
  const Type tokens = row_type(hidden, statistic);
  expect_type(op, 2, tokens.with(ElementType::i32), 4);
  expect_type(op, 3, tokens, 5);
  std::vector<Type> results = {tokens, tokens, Type::scalar(statistic), hidden,
                               weight.with(statistic)};
  if (op.result_count() >= kHiddenGradient && op.result_count() < kResults)
    results.resize(op.result_count());
  return results;
}

/// The softmax of one token's logits.
struct Shares {
  Shares(const Array& hidden, const Array& weight, int64_t token) {
    const int64_t features = hidden.type.dim(1), classes = weight.type.dim(0);
    logits.resize(static_cast<size_t>(classes));
    for (int64_t c = 0; c < classes; c++)
      for (int64_t f = 0; f < features; f++)
        logits[static_cast<size_t>(c)] +=
            hidden.f(token * features + f) * weight.f(c * features + f);
    largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0;
    for (double logit : logits) sum += std::exp(logit - largest);
    log_sum = std::log(sum);
  }
  double share(size_t c) const { return std::exp(logits[c] - largest - log_sum); }

  std::vector<double> logits;
  double largest, log_sum;
};

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const Array &hidden = *in[0], &weight = *in[1], &target = *in[2], &counts = *in[3];
  const int64_t tokens = target.count(), features = hidden.type.dim(1);
  const int64_t classes = weight.type.dim(0);
  std::vector<Array> results;
  for (const Type& type : op.result_types()) results.emplace_back(type);
  std::vector<std::optional<Shares>> shares(static_cast<size_t>(tokens));
  const auto slopes = [&](int64_t token, int64_t c) {
    const double hit = target.i(token) == c ? 1 : 0;
    return counts.f(token) *
           (shares[static_cast<size_t>(token)]->share(static_cast<size_t>(c)) - hit);
  };
  evaluation.parallel(tokens, [&](int64_t token) {
    const int64_t label = target.i(token);
    if (counts.f(token) == 0 || label < 0 || label >= classes) return;
    const Shares& own = shares[static_cast<size_t>(token)].emplace(hidden, weight, token);
    const double reached = own.logits[static_cast<size_t>(label)];
    results[kLoss].f(token) = counts.f(token) * (own.largest - reached + own.log_sum);
    results[kHit].f(token) = reached == own.largest ? counts.f(token) : 0;
    if (results.size() <= kHiddenGradient) return;
    for (int64_t c = 0; c < classes; c++)
      for (int64_t f = 0; f < features; f++)
        results[kHiddenGradient].f(token * features + f) +=
            slopes(token, c) * weight.f(c * features + f);
  });
  for (int64_t token = 0; token < tokens; token++) results[kTotal].f(0) += results[kLoss].f(token);
  if (results.size() <= kWeightGradient) return results;
  evaluation.parallel(classes, [&](int64_t c) {
    for (int64_t token = 0; token < tokens; token++) {
      if (!shares[static_cast<size_t>(token)]) continue;
      const double slope = slopes(token, c);
      for (int64_t f = 0; f < features; f++)
        results[kWeightGradient].f(c * features + f) += slope * hidden.f(token * features + f);
    }
  });
  return results;
}

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

// The logits of many tokens never exist at once here either.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Tokens tokens = {op.operand(0), op.operand(2), op.operand(3)};
  const Value weight = op.operand(1);
  const int64_t limit = tokens_at_once(weight->type.dim(0));
  std::vector<Value> results = tokens.target->type.dim(0) <= limit
                                   ? score(b, tokens, weight, op.result_count())
                                   : score_in_chunks(b, tokens, weight, op.result_count(), limit);
  results[kTotal] = sum_all(b, results[kLoss]);
  return results;
}

bool is_one(Value scalar) {
  if (!scalar->owner || scalar->owner->name() != "stablehlo.constant") return false;
  return scalar->owner->attribute("value").get<ir::Tensor>()->float_at(0) == 1;
}

// Both gradients of the total were computed with it. Those of each token's loss, which would need
// weights before, are those of the decomposition.
void differentiate(Vjp& v) {
  const auto& given = v.result_gradients;
  const bool only_total = given.size() == kResults && !given[kLoss] && !given[kHit] &&
                          !given[kHiddenGradient] && !given[kWeightGradient];
  if (!only_total || v.wanted[3]) return;
  Builder& b = v.builder;
  const auto scaled = [&](Result result) {
    Value x = v.op.result(result);
    if (is_one(given[kTotal])) return x;
    return convert(b, multiply(b, widen(b, x), splat(b, given[kTotal], x->type.shape)),
                   x->type.element);
  };
  v.operand_gradients = {v.wanted[0] ? scaled(kHiddenGradient) : nullptr,
                         v.wanted[1] ? scaled(kWeightGradient) : nullptr, nullptr, nullptr};
}

}  // namespace

/// (hidden [tokens, features], weight [classes, features], target i32 [tokens], counts [tokens]) ->
/// of each token, loss [tokens] = counts (lse - logits[target]) with logits = hidden weight^T and
/// lse the logarithm of the sum of e^logits, and hit [tokens] = counts where no logit exceeds the
/// target's, else 0; total [], the sum of the losses; and the total's gradients by hidden, of its
/// type, and by weight. All but the gradient by hidden are of the type of statistics. Tokens whose
/// count is 0, or whose target is not a class, have a loss of 0 and no gradient. So that the logits
/// of all tokens never exist at once, the gradients are computed with the loss; an operation may
/// lack the last one or both.
OpDef linear_cross_entropy() {
  return {
      .name = "tutti.linear_cross_entropy",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = differentiate,
      .decompose = decompose,
      .required_results = 3,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
