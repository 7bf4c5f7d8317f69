// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/counted_loop.h"
#include "op/rules/reduction.h"
#include "op/rules/region_emit.h"
#include "op/rules/regions.h"

namespace tutti::op {

const Operation* reducer_of(const Operation& op) {
  return op.regions.size() == 1 ? reducer_of(*op.regions[0]) : nullptr;
}

const Operation* reducer_of(const Block& block) {
  if (block.arguments.size() != 2 || block.operations.size() != 2) return nullptr;
  const Operation& first = *block.operations[0];
  const Value left = block.arguments[0].get(), right = block.arguments[1].get();
  const bool uses_both =
      first.operand_count() == 2 && ((first.operand(0) == left && first.operand(1) == right) ||
                                     (first.operand(0) == right && first.operand(1) == left));
  const bool returns_it =
      block.terminator().operand_count() == 1 && block.terminator().operand(0) == first.result();
  return uses_both && returns_it && first.def().is_commutative ? &first : nullptr;
}

namespace {

std::vector<Type> infer(const Operation& op) {
  const size_t count = op.operand_count() / 2;
  constraint(op, count > 0 && op.operand_count() % 2 == 0, "reduce_c3",
             "{} operands, expected inputs and as many initial values", op.operand_count());
  const auto dimensions = op.ints_attribute("dimensions");
  const Shape& in = op.operand_type(0).shape;
  std::vector<bool> reduced(in.size());
  for (int64_t axis : dimensions) {
    constraint(op, axis >= 0 && axis < static_cast<int64_t>(in.size()), "reduce_c4",
               "dimensions has {}, expected 0 to {}", axis, in.size() - 1);
    constraint(op, !reduced[static_cast<size_t>(axis)], "reduce_c5",
               "dimensions has {} twice, expected each once", axis);
    reduced[static_cast<size_t>(axis)] = true;
  }
  expect_regions(op, 1, "reduce_c6");
  const auto scalars = expect_reducer(op, 0, count, "reduce_c6");
  Shape known = in;
  for (size_t i = 0; i < count; i++) {
    const Type &input = op.operand_type(i), &start = op.operand_type(count + i);
    if (!ir::compatible(input.shape, known))
      constraint(op, false, "reduce_c1", "input {} has shape {}, expected {}", i,
                 ir::str(input.shape), ir::str(known));
    known = ir::merged(known, input.shape);
    if (start != input.with(Shape()))
      constraint(op, false, "reduce_c2", "initial value {} is a {}, expected {}", i, start.str(),
                 input.with(Shape()).str());
  }
  Shape shape;
  for (size_t axis = 0; axis < known.size(); axis++)
    if (!reduced[axis]) shape.push_back(known[axis]);
  std::vector<Type> results;
  for (const Type& scalar : scalars) results.push_back(scalar.with(shape));
  return results;
}

double applied(std::string_view name, double x, double y) {
  if (name == "stablehlo.add") return x + y;
  if (name == "stablehlo.multiply") return x * y;
  return NAN;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const size_t count = in.size() / 2;
  const auto dimensions = op.ints_attribute("dimensions");
  std::vector<Array> out;
  for (size_t i = 0; i < count; i++) {
    out.emplace_back(op.result_type(i));
    for (int64_t k = 0; k < out[i].count(); k++) out[i].copy_element(k, *in[count + i], 0);
  }
  const Operation* reducer = reducer_of(op);
  // Sums are by far the most common: they need no region run per element.
  const bool direct =
      reducer && count == 1 && in[0]->is_float() &&
      (reducer->name() == "stablehlo.add" || reducer->name() == "stablehlo.multiply");
  ir::for_each_index(in[0]->type.shape, [&](int64_t flat, const Shape& index) {
    int64_t to = 0;
    for (size_t axis = 0; axis < index.size(); axis++)
      if (std::find(dimensions.begin(), dimensions.end(), static_cast<int64_t>(axis)) ==
          dimensions.end())
        to = to * in[0]->type.shape[axis] + index[axis];
    if (direct) {
      out[0].f(to) = applied(reducer->name(), out[0].f(to), in[0]->f(flat));
      return;
    }
    std::vector<Array> arguments;
    for (size_t i = 0; i < 2 * count; i++) {
      arguments.emplace_back(op.regions[0]->arguments[i]->type);
      arguments.back().copy_element(0, i < count ? out[i] : *in[i - count], i < count ? to : flat);
    }
    const auto results = evaluation.run_region(*op.regions[0], std::move(arguments));
    for (size_t i = 0; i < count; i++) out[i].copy_element(to, results[i], 0);
  });
  return out;
}

/// Of a product: dx = dy * (product of the others), which is result / x where no element is zero;
/// one zero alone leaves the product of the others to itself.
Value product_gradient(Builder& b, Value x, Value initial, Value wide_dy,
                       const std::vector<int64_t>& axes) {
  const Shape& shape = x->type.shape;
  Value is_zero = compare(b, "EQ", x, zeros_like(b, x));
  Value others = select(b, is_zero, constant_like(b, x, 1), x);
  Value zero = convert(b, is_zero, ElementType::i32);
  Value other_zeros = subtract(b, broadcast_along(b, reduce_sum(b, zero, axes), shape, axes), zero);
  Value rest = reduce(b, others, axes, "stablehlo.multiply", 1);
  Value product = multiply(b, rest, splat(b, initial, rest->type.shape));
  Value dx = multiply(b, wide_dy, divide(b, broadcast_along(b, product, shape, axes), others));
  return select(b, compare(b, "EQ", other_zeros, zeros_like(b, other_zeros)), dx, zeros_like(b, x));
}

bool has_rule(const Operation& op) {
  static constexpr std::string_view kRules[] = {"stablehlo.add", "stablehlo.maximum",
                                                "stablehlo.minimum", "stablehlo.multiply"};
  const Operation* reducer = reducer_of(op);
  return reducer &&
         std::find(std::begin(kRules), std::end(kRules), reducer->name()) != std::end(kRules);
}

// sum: dx = dy repeated; maximum, minimum: dy to the elements equal to the result, divided among
// them; the initial value is one more element
void vjp(Vjp& v) {
  Builder& b = v.builder;
  if (!has_rule(v.op)) return;
  const std::string_view name = reducer_of(v.op)->name();
  Value y = v.op.result(), dy = v.gradient(), x = convert(b, v.op.operand(0), y->type.element),
        initial = convert(b, v.op.operand(1), y->type.element);
  const auto axes = v.op.ints_attribute("dimensions");
  const Shape& shape = x->type.shape;
  const auto total = [&](Value value) {
    return reduce_sum(b, value, all_axes(value->type.rank()));
  };
  v.operand_gradients = {nullptr, nullptr};
  if (name == "stablehlo.add") {
    v.operand_gradients[0] = broadcast_along(b, dy, shape, axes);
    if (v.wanted[1]) v.operand_gradients[1] = total(dy);
  } else if (name == "stablehlo.multiply") {
    v.operand_gradients[0] =
        product_gradient(b, x, initial, broadcast_along(b, dy, shape, axes), axes);
    if (v.wanted[1])
      v.operand_gradients[1] = total(multiply(b, dy, reduce(b, x, axes, "stablehlo.multiply", 1)));
  } else {
    const auto hits = [&](Value value, Value result) {
      return convert(b, compare(b, "EQ", value, result), x->type.element);
    };
    Value hit = hits(x, broadcast_along(b, y, shape, axes));
    Value count = reduce_sum(b, hit, axes);
    if (v.wanted[1]) {
      Value own = hits(splat(b, initial, y->type.shape), y);
      count = add(b, count, own);
      v.operand_gradients[1] = total(multiply(b, dy, divide(b, own, count)));
    }
    v.operand_gradients[0] =
        multiply(b, broadcast_along(b, divide(b, dy, count), shape, axes), hit);
  }
}

/// One element after the other, in the order of `evaluate`, on all results at a time.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const size_t count = op.operand_count() / 2;
  const Type& first = op.operand_type(0);
  const Shape shape = op.result_type().shape;
  if (!first.is_static()) return {};
  auto order = op.ints_attribute("dimensions");
  std::sort(order.begin(), order.end());
  int64_t rounds = 1;
  for (int64_t axis : order) rounds *= first.dim(axis);
  order = joined(order, axes_without(first.rank(), order));
  Shape rows_shape = shape;
  rows_shape.insert(rows_shape.begin(), rounds);
  std::vector<Value> rows, start;
  for (size_t i = 0; i < count; i++) {
    const ElementType element = op.result_type(i).element;
    rows.push_back(reshape(b, transpose(b, convert(b, op.operand(i), element), order), rows_shape));
    start.push_back(splat(b, convert(b, op.operand(count + i), element), shape));
  }
  if (rounds == 0) return start;
  return counted_loop(
      b, rounds, start, [&](Builder& inner, Value round, const std::vector<Value>& state) {
        std::vector<Value> arguments = state;
        for (Value all : rows)
          arguments.push_back(reshape(inner, slice_at(inner, all, 0, round), shape));
        return emit_on_tensors(inner, *op.regions[0], arguments, shape);
      });
}

}  // namespace

OpDef reduce() {
  return {
      .name = "stablehlo.reduce",
      .assembly = "@reduction : none",
      .attributes = "dimensions:ints",
      .infer = infer,
      .result_constraints = {.element = 8, .shape = 7, .count = 3},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
