// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/reduction.h"
#include "op/regions.h"
#include "op/rules.h"

namespace tutti::op {

const Operation* reducer_of(const Operation& op) {
  if (op.regions.size() != 1 || op.regions[0]->arguments.size() != 2 ||
      op.regions[0]->operations.size() != 2)
    return nullptr;
  const Block& block = *op.regions[0];
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
    constraint(op, !reduced[static_cast<size_t>(axis)], "reduce_c5", "dimensions has {} twice",
               axis);
    reduced[static_cast<size_t>(axis)] = true;
  }
  Shape shape;
  for (size_t axis = 0; axis < in.size(); axis++)
    if (!reduced[axis]) shape.push_back(in[axis]);
  expect_regions(op, 1, "reduce_c6");
  const auto elements = expect_reducer(op, 0, count, "reduce_c6");
  std::vector<Type> results;
  for (size_t i = 0; i < count; i++) {
    const Type &input = op.operand_type(i), &start = op.operand_type(count + i);
    if (input.shape != in)
      constraint(op, false, "reduce_c1", "input {} has shape {}, expected {}", i,
                 ir::str(input.shape), ir::str(in));
    if (start != Type::scalar(input.element))
      constraint(op, false, "reduce_c2", "initial value {} is a {}, expected {}", i, start.str(),
                 Type::scalar(input.element).str());
    results.push_back(Type::tensor(elements[i], shape));
  }
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

// sum: dx = dy repeated; maximum, minimum: dy to the elements equal to the result, divided among
// them; product: dx_i = dy * (product of the others), by result / x_i where no element is zero
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Operation* reducer = reducer_of(v.op);
  if (!reducer)
    ir::operation_error(
        v.op, "a reduction whose body is not one commutative operation has no derivative");
  Value x = v.op.operand(0), dy = v.gradient();
  const auto axes = v.op.ints_attribute("dimensions");
  const Shape& shape = x->type.shape;
  Value wide = broadcast_along(b, dy, shape, axes);
  v.operand_gradients = {nullptr, nullptr};
  if (reducer->name() == "stablehlo.add") {
    v.operand_gradients[0] = wide;
    std::vector<int64_t> all;
    for (int64_t axis = 0; axis < dy->type.rank(); axis++) all.push_back(axis);
    if (v.wanted[1]) v.operand_gradients[1] = reduce_sum(b, dy, all);
  } else if (reducer->name() == "stablehlo.maximum" || reducer->name() == "stablehlo.minimum") {
    Value hit = convert(b, compare(b, "EQ", x, broadcast_along(b, v.op.result(), shape, axes)),
                        x->type.element);
    Value hits = broadcast_along(b, reduce_sum(b, hit, axes), shape, axes);
    v.operand_gradients[0] = multiply(b, wide, divide(b, hit, hits));
  } else if (reducer->name() == "stablehlo.multiply") {
    v.operand_gradients[0] =
        divide(b, multiply(b, wide, broadcast_along(b, v.op.result(), shape, axes)), x);
  } else {
    ir::operation_error(v.op, fmt::format("a reduction by {} has no derivative", reducer->name()));
  }
}

}  // namespace

OpDef reduce() {
  return {
      .name = "stablehlo.reduce",
      .assembly = "@reduction : none",
      .infer = infer,
      .result_constraints = {.element = 8, .shape = 7, .count = 3},
      .evaluate = evaluate,
      .vjp = vjp,
  };
}

}  // namespace tutti::op
