// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/experts.h"

#include <cmath>

#include "op/emit.h"
#include "op/ragged_dot.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::ElementType;
using ir::Value;

/// One more choice for each token, where `taken` (i1 [T, E]) are those before it.
struct Choice {
  Value is_expert;  // i1 [T, E], true once in each row
  Value expert;     // i32 [T]
};

/// By comparisons rather than a sort, as -0 and 0 are equal for them and the lower index wins.
Choice best_of(Builder& b, Value logits, Value taken) {
  const ir::Shape& shape = logits->type.shape;
  const ir::Type integers = logits->type.with(ElementType::i32);
  Value left = logits;
  if (taken) left = op::select(b, taken, op::constant_like(b, logits, -INFINITY), logits);
  Value largest = op::broadcast_along(b, op::reduce_max(b, left, {1}), shape, {1});
  Value is_largest = op::compare(b, "EQ", left, largest);
  if (taken)  // the others may be infinite too
    is_largest = b.one("stablehlo.and", {is_largest, b.one("stablehlo.not", {taken})});
  Value index = op::iota(b, integers, 1);
  Value none = op::constant_like(b, index, static_cast<double>(shape[1] - 1));
  Value expert = op::reduce(b, op::select(b, is_largest, index, none), {1}, "stablehlo.minimum",
                            static_cast<double>(shape[1] - 1));
  Value is_expert = op::compare(b, "EQ", index, op::broadcast_along(b, expert, shape, {1}));
  return {is_expert, expert};
}

/// Two vectors i32 [n] sorted by the first; equal ones keep their order.
std::vector<Value> sorted_by_first(Builder& b, Value keys, Value values) {
  return b.create("stablehlo.sort", {keys, values},
                  ir::attributes({{"dimension", ir::int_attribute(0)}, {"is_stable", true}}), {},
                  [&](ir::Operation& sort) {
                    ir::Block& block = sort.add_region();
                    const ir::Type scalar = ir::Type::scalar(ElementType::i32);
                    Value x = block.add_argument(scalar), y = block.add_argument(scalar);
                    block.add_argument(scalar);
                    block.add_argument(scalar);
                    Builder inner(block, b.catalogue());
                    inner.location = b.location;
                    inner.create("stablehlo.return", {op::compare(inner, "LT", x, y)});
                  });
}

/// 1 for assignments, in their sorted order, that are among the first `capacity` of their expert.
Value kept_assignments(Builder& b, const Routing& routing, int64_t capacity) {
  const ir::Shape& shape = routing.assigned->type.shape;
  const int64_t experts = shape[1];
  const ir::Type square = ir::Type::tensor(ElementType::i32, {experts, experts});
  // The first place of each expert: how many assignments those before it have.
  Value before = op::compare(b, "LT", op::iota(b, square, 1), op::iota(b, square, 0));
  Value counts = op::broadcast_in_dim(b, routing.counts, square.shape, {1});
  Value first = op::reduce_sum(b, op::select(b, before, counts, op::zeros_like(b, counts)), {1});
  const ir::Type places = ir::Type::tensor(ElementType::i32, shape);
  Value slot = op::subtract(b, op::iota(b, places, 0), op::broadcast_in_dim(b, first, shape, {1}));
  Value inside =
      op::compare(b, "LT", slot, op::constant_like(b, slot, static_cast<double>(capacity)));
  Value assigned = routing.assigned;
  return op::reduce_sum(b, op::select(b, inside, assigned, op::zeros_like(b, assigned)), {1});
}

/// The rows of `x` [n, width] in another order.
Value permuted(Builder& b, Value x, Value order, Value inverse) {
  return b.one("tutti.permute_rows", {x, order, inverse});
}

/// Element j of a list of k vectors [T] that follow each other.
Value part_of_choices(Builder& b, Value all, int64_t j, int64_t tokens) {
  std::vector<int64_t> starts(all->type.shape.size(), 0), limits = all->type.shape;
  starts[0] = j * tokens;
  limits[0] = (j + 1) * tokens;
  return op::slice(b, all, starts, limits);
}

/// Sets what tells how evenly experts are used. `uses` [T, E] are ones and zeros.
void add_balance(Builder& b, Value probabilities, Value uses, Value counts, Routing& routing) {
  const ir::Shape& shape = probabilities->type.shape;
  Value wide = op::broadcast_along(b, counts, shape, {1});
  Value tokens = op::reduce_sum(b, counts, {0});
  Value least = op::maximum(b, tokens, op::constant_like(b, tokens, 1));
  const auto mean = [&](Value x) {
    Value sum = op::reduce_sum(b, op::multiply(b, wide, x), {0});
    return op::divide(b, sum, op::splat(b, least, sum->type.shape));
  };
  routing.uses = mean(uses);
  routing.shares = mean(probabilities);
  Value product = op::multiply(b, routing.uses, routing.shares);
  const auto chosen = static_cast<double>(routing.chosen.size());
  routing.balance =
      op::scale(b, op::reduce_sum(b, product, {0}), static_cast<double>(shape[1]) / chosen);
}

/// Drops assignments beyond the experts' capacity.
void limit_capacity(Builder& b, const ExpertsConfig& config, Routing& routing, int64_t tokens) {
  const double share =
      static_cast<double>(config.chosen * tokens) / static_cast<double>(config.experts);
  const auto capacity = static_cast<int64_t>(std::ceil(*config.capacity_factor * share));
  Value kept = kept_assignments(b, routing, capacity);
  Value column = op::reshape(b, kept, {kept->type.dim(0), 1});
  Value back = permuted(b, column, routing.inverse, routing.order);
  for (int64_t j = 0; j < config.chosen; j++) {
    Value& weight = routing.weights[static_cast<size_t>(j)];
    Value of_choice = op::reshape(b, part_of_choices(b, back, j, tokens), weight->type.shape);
    weight = op::multiply(b, weight, of_choice);
  }
}

/// The softmax of each row. tutti.softmax would round to the precision of activations.
Value softmax_of(Builder& b, Value logits) {
  const ir::Shape& shape = logits->type.shape;
  Value largest = op::broadcast_along(b, op::reduce_max(b, logits, {1}), shape, {1});
  Value powers = op::exponential(b, op::subtract(b, logits, largest));
  Value sum = op::broadcast_along(b, op::reduce_sum(b, powers, {1}), shape, {1});
  return op::divide(b, powers, sum);
}

/// The rows of all choices, sorted by their expert.
Value to_experts(Builder& b, const Routing& routing, Value x) {
  const std::vector<Value> copies(routing.chosen.size(), x);
  Value rows = copies.size() == 1 ? x : op::concatenate(b, copies, 0);
  return permuted(b, rows, routing.order, routing.inverse);
}

/// The weighted sum of what each of `tokens` tokens got from its experts.
Value from_experts(Builder& b, const Routing& routing, Value rows, int64_t tokens) {
  rows = permuted(b, rows, routing.inverse, routing.order);
  const auto chosen = static_cast<int64_t>(routing.chosen.size());
  Value sum = nullptr;
  for (int64_t j = 0; j < chosen; j++) {
    Value part = chosen == 1 ? rows : part_of_choices(b, rows, j, tokens);
    Value weight =
        op::broadcast_along(b, routing.weights[static_cast<size_t>(j)], part->type.shape, {1});
    Value weighted = op::multiply(b, weight, part);
    sum = sum ? op::add(b, sum, weighted) : weighted;
  }
  return sum;
}

/// Adds the bias [E, n] of each sorted row's expert.
Value with_expert_bias(Builder& b, const Routing& routing, Value rows, Value bias) {
  return op::add(b, rows, op::matmul(b, routing.assigned, bias));
}

}  // namespace

Value gate_logits(Builder& b, Value weight, Value x) {
  const int64_t experts = weight->type.dim(0), width = weight->type.dim(1);
  // A product of one group: mixed precision leaves those alone.
  Value matrix = op::reshape(b, weight, {1, experts, width});
  Value all =
      op::constant(b, ir::Type::tensor(ElementType::i32, {1}), static_cast<double>(x->type.dim(0)));
  return op::grouped_product(b, x, matrix, all, /*transposed=*/true);
}

Value gate_logits(Builder& b, const ParameterValues& p, const std::string& at, Value x) {
  Value logits = gate_logits(b, p[at + "gate.weight"], x);
  return op::add(b, logits, op::broadcast_in_dim(b, p[at + "gate.bias"], logits->type.shape, {1}));
}

Routing route(Builder& b, const ExpertsConfig& config, Value logits, Value counts) {
  Routing routing;
  const int64_t tokens = logits->type.dim(0);
  Value probabilities = softmax_of(b, logits);
  Value taken = nullptr, total = nullptr;
  for (int64_t j = 0; j < config.chosen; j++) {
    const Choice choice = best_of(b, logits, taken);
    taken = taken ? b.one("stablehlo.or", {taken, choice.is_expert}) : choice.is_expert;
    Value one = op::select(b, choice.is_expert, probabilities, op::zeros_like(b, probabilities));
    routing.weights.push_back(op::reduce_sum(b, one, {1}));
    routing.chosen.push_back(choice.expert);
  }
  Value uses = op::convert(b, taken, logits->type.element);
  for (Value weight : routing.weights) total = total ? op::add(b, total, weight) : weight;
  if (config.normalises)
    for (Value& weight : routing.weights)
      weight = config.chosen == 1 ? op::constant_like(b, weight, 1) : op::divide(b, weight, total);
  routing.counts = op::reduce_sum(b, op::convert(b, taken, ElementType::i32), {0});
  Value assigned = op::concatenate(b, routing.chosen, 0);
  Value number = op::iota(b, assigned->type, 0);
  const auto sorted = sorted_by_first(b, assigned, number);
  routing.order = sorted[1];
  routing.inverse = sorted_by_first(b, sorted[1], number)[1];
  const ir::Shape shape = {config.chosen * tokens, config.experts};
  Value expert = op::iota(b, assigned->type.with(shape), 1);
  routing.assigned =
      op::convert(b, op::compare(b, "EQ", expert, op::broadcast_in_dim(b, sorted[0], shape, {0})),
                  logits->type.element);
  add_balance(b, probabilities, uses, counts, routing);
  if (config.capacity_factor) limit_capacity(b, config, routing, tokens);
  return routing;
}

Value experts(Builder& b, const Routing& routing, const ParameterValues& p, const std::string& at,
              Value x) {
  Value rows = to_experts(b, routing, x);
  for (const char* part : {"up", "down"}) {
    const std::string name = at + part;
    rows = op::grouped_product(b, rows, p[name + ".weight"], routing.counts, /*transposed=*/true);
    rows = with_expert_bias(b, routing, rows, p[name + ".bias"]);
    if (part == std::string("up")) rows = op::maximum(b, rows, op::zeros_like(b, rows));
  }
  return from_experts(b, routing, rows, x->type.dim(0));
}

Value gated_experts(Builder& b, const Routing& routing, const GatedExperts& weights, Value x) {
  Value rows = to_experts(b, routing, x);
  const auto product = [&](Value left, Value weight) {
    return op::grouped_product(b, left, weight, routing.counts, /*transposed=*/true);
  };
  Value active =
      b.create("tutti.swiglu", {product(rows, weights.gate), product(rows, weights.up)})[0];
  return from_experts(b, routing, product(active, weights.down), x->type.dim(0));
}

std::vector<Parameter> experts_parameters(const ExpertsConfig& config, const std::string& at,
                                          int64_t width, int64_t inner, double deviation) {
  const int64_t e = config.experts;
  const auto zeros = Parameter::Initial::zeros;
  return {
      {.name = at + "gate.weight", .shape = {e, width}, .deviation = deviation},
      {.name = at + "gate.bias", .shape = {e}, .initial = zeros, .decays = false},
      {.name = at + "up.weight", .shape = {e, inner, width}, .deviation = deviation},
      {.name = at + "up.bias", .shape = {e, inner}, .initial = zeros, .decays = false},
      {.name = at + "down.weight", .shape = {e, width, inner}, .deviation = deviation},
      {.name = at + "down.bias", .shape = {e, width}, .initial = zeros, .decays = false},
  };
}

}  // namespace tutti::model
