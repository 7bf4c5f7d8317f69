// SPDX-License-Identifier: Apache-2.0
#include "ir/packed_type.h"
#include "op/catalogue.h"
#include "op/dequantize.h"
#include "op/linear_cross_entropy_decomposition.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 2, 1);
  expect_rank(op, 1, 2, 2);
  const Type &hidden = op.operand_type(0), &weight = op.operand_type(1);
  const auto blocks = blocks_attribute(op, kWeightBlocks);
  const bool fits = !blocks || hidden.dim(1) == ir::kDynamic ||
                    hidden.dim(1) % blocks::format_of(*blocks).values == 0;
  constraint(op, fits, label(op, 2), "rows of {} are no whole blocks", hidden.dim(1));
  const Type values = hidden.with(Shape{weight.dim(0), hidden.dim(1)});
  expect_type(op, 1, blocks ? ir::packed_type(values, *blocks) : values, 2);
  constraint(op, weight.dim(0) != 0, label(op, 3), "the weight is a {}, expected at least one row",
             weight.str());
  const ElementType statistic = statistic_type(op);
  const Type tokens = row_type(hidden, statistic);
  expect_type(op, 2, tokens.with(ElementType::i32), 4);
  expect_type(op, 3, tokens, 5);
  std::vector<Type> results = {tokens, tokens, Type::scalar(statistic), hidden,
                               values.with(statistic)};
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
  const Array &hidden = *in[0], &target = *in[2], &counts = *in[3];
  const int64_t tokens = target.count(), features = hidden.type.dim(1);
  const int64_t classes = in[1]->type.dim(0);
  std::optional<Array> values;
  if (const auto blocks = blocks_attribute(op, kWeightBlocks)) {
    values = decoded(*in[1], *blocks, hidden.type.with(Shape{classes, features}));
    values->round();
  }
  const Array& weight = values ? *values : *in[1];
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
  const auto scaled = [&](LinearCrossEntropyResult result) {
    Value x = v.op.result(result);
    if (is_one(given[kTotal])) return x;
    return convert(b, multiply(b, widen(b, x), splat(b, given[kTotal], x->type.shape)),
                   x->type.element);
  };
  v.operand_gradients = {v.wanted[0] ? scaled(kHiddenGradient) : nullptr,
                         v.wanted[1] ? scaled(kWeightGradient) : nullptr, nullptr, nullptr};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const auto blocks = blocks_attribute(op, kWeightBlocks);
  if (!blocks) return decompose_linear_cross_entropy(b, op);
  const Type& hidden = op.operand_type(0);
  ir::Attributes type, others = op.attributes;
  type.set("type", *op.attributes.find(kWeightBlocks));
  others.erase(kWeightBlocks);
  Value weight = b.one("tutti.dequantize", {op.operand(1)}, std::move(type),
                       {hidden.with(Shape{op.operand_type(1).dim(0), hidden.dim(1)})});
  return b.create("tutti.linear_cross_entropy",
                  {op.operand(0), weight, op.operand(2), op.operand(3)}, std::move(others),
                  op.result_types());
}

}  // namespace

/// (hidden [tokens, features], weight [classes, features], target i32 [tokens], counts [tokens]) ->
/// of each token, loss [tokens] = counts (lse - logits[target]) with logits = hidden weight^T and
/// lse the logarithm of the sum of e^logits, and hit [tokens] = counts where no logit exceeds the
/// target's, else 0; total [], the sum of the losses; and the total's gradients by hidden, of its
/// type, and by weight. All but the gradient by hidden are of the type of statistics. Tokens whose
/// count is 0, or whose target is not a class, have a loss of 0 and no gradient. So that the logits
/// of all tokens never exist at once, the gradients are computed with the loss; an operation may
/// lack the last one or both. Attribute weight_blocks, as "q4_k": the weight is in such blocks, ui8
/// [classes, bytes of a row], and its values have the type of hidden.
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
