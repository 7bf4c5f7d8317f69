// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/losses.h"

#include "base/error.h"
#include "op/emit.h"

namespace tutti::task::embedding {
namespace {

using ir::Builder;
using ir::ElementType;
using ir::Type;
using ir::Value;

constexpr std::pair<Kind, const char*> kLosses[] = {{Kind::mnrl, "mnrl"},
                                                    {Kind::cosent, "cosent"},
                                                    {Kind::cosine, "cosine"},
                                                    {Kind::contrastive, "contrastive"},
                                                    {Kind::triplet, "triplet"}};

Value square(Builder& b, Value x) {
  return op::multiply(b, x, x);
}

/// The norms of rows, at least 1e-12, so that the gradient at 0 is 0.
Value row_norms(Builder& b, Value x) {
  Value squares = op::reduce_sum(b, square(b, x), {1});
  return op::sqrt(b, op::maximum(b, squares, op::constant_like(b, squares, 1e-24)));
}

Value cosines(Builder& b, Value x, Value y) {
  return op::reduce_sum(b, op::multiply(b, unit_rows(b, x), unit_rows(b, y)), {1});
}

Value one_minus(Builder& b, Value x) {
  return op::subtract(b, op::constant_like(b, x, 1), x);
}

Value positive_part(Builder& b, Value x) {
  return op::maximum(b, x, op::zeros_like(b, x));
}

/// i1: where there is a feature.
Value presence(Builder& b, Value weight) {
  return op::compare(b, "GT", weight, op::zeros_like(b, weight));
}

/// [rows]: ln(sum of e^logits over the entries of each row that count) - logits[target]. Others get
/// a logit whose power is 0 and whose gradient is.
Value cross_entropies(Builder& b, Value logits, Value counts, Value target) {
  Value none = op::constant_like(b, logits, -1e30);
  Value one = op::constant(b, logits->type.with(ElementType::i32), 1);  // a row is a segment
  return b.create("tutti.cross_entropy", {op::select(b, counts, logits, none), one, target})[0];
}

/// [features]: of each row.
Value ranking_losses(Builder& b, const LossSettings& settings, const std::vector<Value>& columns,
                     Value weight) {
  const int64_t features = columns[0]->type.dim(0);
  const auto others = static_cast<int64_t>(columns.size()) - 1, all = features * others;
  const ElementType element = columns[0]->type.element;
  Value candidates = op::concatenate(b, {columns.begin() + 1, columns.end()}, 0);
  Value logits = op::scale(b,
                           op::dot_general(b, unit_rows(b, columns[0]), unit_rows(b, candidates),
                                           {{}, {}, {1}, {1}}, element),
                           settings.scale);
  Value present =
      op::concatenate(b, std::vector<Value>(static_cast<size_t>(others), presence(b, weight)), 0);
  Value counts = op::broadcast_in_dim(b, present, {features, all}, {1});
  Value own = op::iota(b, Type::tensor(ElementType::i32, {features}), 0);
  Value target = op::scale(b, own, static_cast<double>(all + 1));
  Value losses = cross_entropies(b, logits, counts, target);
  return op::select(b, presence(b, weight), losses, op::zeros_like(b, losses));
}

/// A scalar: the cross entropy of 0 beside the differences of cosines whose scores lie apart.
Value cosent(Builder& b, const LossSettings& settings, const std::vector<Value>& columns,
             Value weight, Value score) {
  const int64_t features = weight->type.dim(0), pairs = features * features;
  Value similar = op::scale(b, cosines(b, columns[0], columns[1]), settings.scale);
  const auto first = [&](Value x) { return op::broadcast_in_dim(b, x, {features, features}, {0}); };
  const auto second = [&](Value x) {
    return op::broadcast_in_dim(b, x, {features, features}, {1});
  };
  const auto as_row = [&](Value x) { return op::reshape(b, x, {1, pairs}); };
  Value apart = op::subtract(b, first(similar), second(similar));
  Value present = presence(b, weight);
  Value counts = op::compare(b, "LT", first(score), second(score));
  for (Value side : {first(present), second(present)})
    counts = b.one("stablehlo.and", {counts, side});
  const Type one = Type::tensor(ElementType::i1, {1, 1});
  Value zero = op::constant(b, Type::tensor(apart->type.element, {1, 1}), 0);
  Value logits = op::concatenate(b, {zero, as_row(apart)}, 1);
  counts = op::concatenate(b, {op::constant(b, one, 1), as_row(counts)}, 1);
  Value target = op::constant(b, Type::tensor(ElementType::i32, {1}), 0);
  return op::reshape(b, cross_entropies(b, logits, counts, target), {});
}

Value distance(Builder& b, bool euclidean, Value x, Value y) {
  if (!euclidean) return one_minus(b, cosines(b, x, y));
  return row_norms(b, op::subtract(b, x, y));
}

/// [features]: of each feature by itself.
Value separate_losses(Builder& b, const LossSettings& settings, const std::vector<Value>& columns,
                      Value score) {
  if (settings.kind == Kind::triplet) {
    Value apart = op::subtract(b, distance(b, settings.euclidean, columns[0], columns[1]),
                               distance(b, settings.euclidean, columns[0], columns[2]));
    return positive_part(b, op::shift(b, apart, settings.margin));
  }
  Value similar = cosines(b, columns[0], columns[1]);
  if (settings.kind == Kind::cosine) return square(b, op::subtract(b, similar, score));
  Value apart = one_minus(b, similar);
  Value near = op::subtract(b, op::constant_like(b, apart, settings.margin), apart);
  Value both = op::add(b, op::multiply(b, score, square(b, apart)),
                       op::multiply(b, one_minus(b, score), square(b, positive_part(b, near))));
  return op::scale(b, both, 0.5);
}

/// The sum over features, so that its mean is the loss.
Value sum_of(Builder& b, const LossSettings& settings, const std::vector<Value>& columns,
             Value weight, Value score) {
  if (settings.kind == Kind::cosent)
    return op::multiply(b, cosent(b, settings, columns, weight, score),
                        op::reduce_sum(b, weight, {0}));
  Value losses = settings.kind == Kind::mnrl ? ranking_losses(b, settings, columns, weight)
                                             : separate_losses(b, settings, columns, score);
  return op::reduce_sum(b, op::multiply(b, losses, weight), {0});
}

}  // namespace

std::vector<std::string> loss_names() {
  std::vector<std::string> names;
  for (const auto& [kind, name] : kLosses) names.emplace_back(name);
  return names;
}

std::string name_of(Kind kind) {
  for (const auto& [one, name] : kLosses)
    if (one == kind) return name;
  throw InternalError("unknown loss");
}

Kind loss_named(const std::string& name) {
  for (const auto& [kind, known] : kLosses)
    if (name == known) return kind;
  throw InternalError("unknown loss");
}

bool is_scored(Kind kind) {
  return kind == Kind::cosent || kind == Kind::cosine || kind == Kind::contrastive;
}

Value unit_rows(Builder& b, Value x) {
  return op::divide(b, x, op::broadcast_in_dim(b, row_norms(b, x), x->type.shape, {0}));
}

Loss loss_of(Builder& b, const LossSettings& settings, const std::vector<Value>& columns,
             Value weight, Value score) {
  Builder::Scope scope(b, "loss");
  Value weights = op::reduce_sum(b, weight, {0});
  if (settings.dims.empty()) return {sum_of(b, settings, columns, weight, score), weights};
  Value sum = nullptr;
  for (const int64_t dim : settings.dims) {
    std::vector<Value> parts;
    for (Value column : columns)
      parts.push_back(unit_rows(b, op::slice(b, column, {0, 0}, {column->type.dim(0), dim})));
    Value part = sum_of(b, settings, parts, weight, score);
    sum = sum ? op::add(b, sum, part) : part;
  }
  return {sum, weights};
}

}  // namespace tutti::task::embedding
