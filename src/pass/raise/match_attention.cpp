// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "op/dot.h"
#include "op/emit.h"
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// What an axis counts. Axes of one element are `one`.
enum class Run { one, batch, head, query, key, dim, channel };
using Runs = std::vector<Run>;

int64_t size_of(const Value value, size_t axis) {
  return value->type.shape[axis];
}

/// The operand of a transpose, or of a reshape that only adds or removes axes of one element;
/// `runs` become those of the operand. Null for any other operation.
Value before_view(Value value, Runs& runs) {
  if (const Operation* op = made_by(value, "stablehlo.transpose")) {
    const auto permutation = op->ints_attribute("permutation");
    Runs from(runs.size());
    for (size_t i = 0; i < runs.size(); i++) from[static_cast<size_t>(permutation[i])] = runs[i];
    runs = from;
    return op->operand(0);
  }
  const Operation* op = made_by(value, "stablehlo.reshape");
  if (!op) op = made_by(value, "stablehlo.broadcast_in_dim");
  if (!op || op->operand(0)->type.count() != value->type.count()) return nullptr;
  const Value inner = op->operand(0);
  if (op->name() == "stablehlo.broadcast_in_dim") {
    const auto dims = op->ints_attribute("broadcast_dimensions");
    if (!std::is_sorted(dims.begin(), dims.end())) return nullptr;
  }
  Runs long_axes, from;
  ir::Shape sizes;
  for (size_t i = 0; i < runs.size(); i++)
    if (size_of(value, i) != 1) long_axes.push_back(runs[i]), sizes.push_back(size_of(value, i));
  size_t next = 0;
  for (int64_t size : inner->type.shape) {
    if (size != 1 && (next >= sizes.size() || sizes[next] != size)) return nullptr;
    from.push_back(size == 1 ? Run::one : long_axes[next++]);
  }
  if (next != sizes.size()) return nullptr;  // a tensor without elements gets another empty axis
  runs = from;
  return inner;
}

/// A value and what its axes count.
struct Known {
  Value value = nullptr;
  Runs runs;
};

/// Looks through views, and through products and quotients with constants, which are gathered in
/// `scale`.
Known scaled(Known known, double& scale) {
  while (true) {
    if (Value inner = before_view(known.value, known.runs)) {
      known.value = inner;
      continue;
    }
    const Operation* quotient = made_by(known.value, "stablehlo.divide");
    const auto divisor = quotient ? splat_of(quotient->operand(1)) : std::nullopt;
    if (divisor && *divisor != 0) {
      scale /= *divisor;
      known.value = quotient->operand(0);
      continue;
    }
    const Operation* product = made_by(known.value, "stablehlo.multiply");
    bool found = false;
    for (size_t i = 0; product && i < 2 && !found; i++)
      if (const auto factor = splat_of(product->operand(i))) {
        scale *= *factor;
        known.value = product->operand(1 - i);
        found = true;
      }
    if (!found) return known;
  }
}

bool is_plain(const Operation* dot) {
  if (!dot || dot->attributes.find("algorithm")) return false;
  const auto is_float32 = [](const ir::Type& type) { return type.element == ir::ElementType::f32; };
  return is_float32(dot->operand_type(0)) && is_float32(dot->operand_type(1)) &&
         is_float32(dot->result_type());
}

struct Sides {
  Known lhs, rhs;
};

/// Names the axes of both sides of a product from those of its result. `contracted` is what the
/// product sums over, on both sides.
Sides sides_of(const Operation& dot, const Runs& result, Run contracted) {
  const op::DotAxes axes = op::dot_axes(dot);
  Sides sides{{dot.operand(0), Runs(static_cast<size_t>(dot.operand_type(0).rank()))},
              {dot.operand(1), Runs(static_cast<size_t>(dot.operand_type(1).rank()))}};
  const auto name = [](Known& side, int64_t axis, Run run) {
    side.runs[static_cast<size_t>(axis)] =
        size_of(side.value, static_cast<size_t>(axis)) == 1 ? Run::one : run;
  };
  size_t next = 0;
  for (size_t i = 0; i < axes.lhs_batch.size(); i++, next++) {
    name(sides.lhs, axes.lhs_batch[i], result[next]);
    name(sides.rhs, axes.rhs_batch[i], result[next]);
  }
  for (int64_t axis : axes.lhs_free) name(sides.lhs, axis, result[next++]);
  for (int64_t axis : axes.rhs_free) name(sides.rhs, axis, result[next++]);
  for (int64_t axis : axes.lhs_contract) name(sides.lhs, axis, contracted);
  for (int64_t axis : axes.rhs_contract) name(sides.rhs, axis, contracted);
  return sides;
}

/// Whether each axis of more than one element is one of `expected`, and none occurs twice.
bool runs_over(const Known& known, std::initializer_list<Run> expected) {
  for (Run run : known.runs)
    if (run != Run::one && (std::find(expected.begin(), expected.end(), run) == expected.end() ||
                            std::count(known.runs.begin(), known.runs.end(), run) > 1))
      return false;
  return true;
}

int64_t length(const Known& known, Run run) {
  for (size_t i = 0; i < known.runs.size(); i++)
    if (known.runs[i] == run) return size_of(known.value, i);
  return 1;
}

/// Whether both have the same batch, heads and length of `tokens`, so that no heads share keys.
bool are_alike(const Known& a, const Known& b, Run tokens) {
  const auto is_same = [&](Run run) { return length(a, run) == length(b, run); };
  return is_same(Run::batch) && is_same(Run::head) && is_same(tokens);
}

/// The value, transposed and reshaped to exactly these axes in this order.
Value arranged(ir::Builder& b, Value value, const Runs& runs, const Runs& order) {
  std::vector<int64_t> permutation;
  ir::Shape shape;
  for (Run run : order) {
    const auto at = std::find(runs.begin(), runs.end(), run);
    shape.push_back(at == runs.end() ? 1
                                     : value->type.shape[static_cast<size_t>(at - runs.begin())]);
    if (at != runs.end()) permutation.push_back(at - runs.begin());
  }
  for (size_t i = 0; i < runs.size(); i++)
    if (runs[i] == Run::one) permutation.push_back(static_cast<int64_t>(i));
  return op::reshape(b, op::transpose(b, value, permutation), shape);
}

/// The scores before softmax: a product, scaled, then masked or with a bias.
struct Scores {
  Known dot;
  double scale = 1;
  Known change;  // mask or bias, or null
  double masked_score = 0;
};

std::optional<Scores> scores_of(Known known) {
  Scores scores;
  double outside = 1;
  known = scaled(known, outside);
  if (outside != 1) {  // scale (q k^T), without mask or bias
    scores.scale = outside;
    scores.dot = known;
    return scores;
  }
  if (const Operation* select = made_by(known.value, "stablehlo.select")) {
    const auto masked = splat_of(select->operand(2));
    if (!masked || select->operand_type(0).rank() == 0) return std::nullopt;
    scores.change = {select->operand(0), known.runs};
    scores.masked_score = *masked;
    scores.dot = scaled({select->operand(1), known.runs}, scores.scale);
    return scores;
  }
  const Operation* sum = made_by(known.value, "stablehlo.add");
  for (size_t i = 0; sum && i < 2; i++) {
    double scale = 1;
    const Known product = scaled({sum->operand(i), known.runs}, scale);
    if (!made_by(product.value, "stablehlo.dot_general")) continue;
    scores.change = {sum->operand(1 - i), known.runs};
    scores.scale = scale;
    scores.dot = product;
    return scores;
  }
  scores.dot = known;
  return scores;
}

const Runs kTokens = {Run::batch, Run::query, Run::head, Run::channel};

/// A match: what the axes of its values and of its result count.
struct Attention {
  Known q, k, v;
  Scores scores;
  Runs result;
  ir::Shape shape;
};

/// What attention makes of the tokens, with the axes and the shape of the pattern's result.
Value arranged_result(ir::Builder& b, const Attention& found, Value o) {
  Runs order;
  for (Run run : found.result)
    if (run != Run::one) order.push_back(run);
  Runs runs = kTokens;
  for (size_t i = 0; i < runs.size(); i++)
    if (o->type.shape[i] == 1) runs[i] = Run::one;
  return op::reshape(b, arranged(b, o, runs, order), found.shape);
}

Value emit_attention(ir::Builder& b, const Attention& found, const std::vector<Value>& in) {
  std::vector<Value> operands = {
      arranged(b, in[0], found.q.runs, {Run::batch, Run::query, Run::head, Run::dim}),
      arranged(b, in[1], found.k.runs, {Run::batch, Run::key, Run::head, Run::dim}),
      arranged(b, in[2], found.v.runs, {Run::batch, Run::key, Run::head, Run::channel})};
  ir::Attributes attributes = ir::attributes({{"scale", ir::float_attribute(found.scores.scale)}});
  if (in.size() > 3) {
    operands.push_back(arranged(b, in[3], found.scores.change.runs,
                                {Run::batch, Run::head, Run::query, Run::key}));
    if (operands[3]->type.element == ir::ElementType::i1)
      attributes.set("masked_score", ir::float_attribute(found.scores.masked_score));
  }
  Value o = b.one("tutti.dot_product_attention", operands, attributes);
  return arranged_result(b, found, o);
}

}  // namespace

// softmax(scale q k^T + bias) v
std::optional<Match> match_attention(const Operation& root) {
  if (root.name() != "stablehlo.dot_general" || !is_plain(&root)) return std::nullopt;
  const op::DotAxes axes = op::dot_axes(root);
  for (const bool is_left : {true, false}) {
    // What the result's axes count: first those of the batch, then the free ones of each side.
    Runs result;
    for (size_t i = 0; i < axes.lhs_batch.size(); i++)
      result.push_back(root.result_type().dim(static_cast<int64_t>(i)) == 1        ? Run::one
                       : std::count(result.begin(), result.end(), Run::batch) == 0 ? Run::batch
                                                                                   : Run::head);
    for (size_t i = result.size(); i < static_cast<size_t>(root.result_type().rank()); i++) {
      const bool of_left = i < axes.lhs_batch.size() + axes.lhs_free.size();
      result.push_back(root.result_type().shape[i] == 1 ? Run::one
                       : of_left == is_left             ? Run::query
                                                        : Run::channel);
    }
    const Sides sides = sides_of(root, result, Run::key);
    Known p = is_left ? sides.lhs : sides.rhs;
    const Known v = is_left ? sides.rhs : sides.lhs;
    double none = 1;
    p = scaled(p, none);
    const Operation* quotient = none == 1 ? made_by(p.value, "stablehlo.divide") : nullptr;
    const auto normal = quotient ? match_softmax(*quotient) : std::nullopt;
    if (!normal) continue;
    // Softmax is over the last axis, which must be the keys'.
    const bool is_one_key = length(p, Run::key) == 1 && p.value->type.shape.back() == 1;
    if (p.runs.back() != Run::key && !is_one_key) continue;
    if (!runs_over(p, {Run::batch, Run::head, Run::query, Run::key}) ||
        !runs_over(v, {Run::batch, Run::head, Run::key, Run::channel}) ||
        !are_alike(v, p, Run::key))
      continue;
    const auto scores = scores_of({normal->inputs[0], p.runs});
    const Operation* product =
        scores ? made_by(scores->dot.value, "stablehlo.dot_general") : nullptr;
    if (!is_plain(product) || !std::isnormal(static_cast<float>(scores->scale))) continue;
    const Sides factors = sides_of(*product, scores->dot.runs, Run::dim);
    for (const bool is_query_left : {true, false}) {
      const Known &q = is_query_left ? factors.lhs : factors.rhs,
                  &k = is_query_left ? factors.rhs : factors.lhs;
      if (!runs_over(q, {Run::batch, Run::head, Run::query, Run::dim}) ||
          !runs_over(k, {Run::batch, Run::head, Run::key, Run::dim}) ||
          !are_alike(q, p, Run::query) || !are_alike(k, p, Run::key))
        continue;
      const Attention found{q, k, v, *scores, result, root.result_type().shape};
      Match match;
      match.inputs = {q.value, k.value, v.value};
      if (scores->change.value) match.inputs.push_back(scores->change.value);
      match.emit = [found](ir::Builder& b, const std::vector<Value>& in) {
        return emit_attention(b, found, in);
      };
      return match;
    }
  }
  return std::nullopt;
}

}  // namespace tutti::pass
