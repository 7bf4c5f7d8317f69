// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/regions.h"

namespace tutti::op {
namespace {

/// The attribute dimension; negative ones count from the end.
int64_t dimension_of(const Operation& op) {
  const int64_t dimension = op.int_attribute("dimension", -1), rank = op.operand_type(0).rank();
  return dimension < 0 ? dimension + rank : dimension;
}

Shape expect_one_shape(const Operation& op) {
  Shape shape = op.operand_type(0).shape;
  for (size_t i = 0; i < op.operand_count(); i++) {
    const Type& type = op.operand_type(i);
    constraint(op, ir::compatible(type.shape, shape), "sort_c3",
               "input {} has shape {}, expected {}", i, ir::str(type.shape), ir::str(shape));
    shape = ir::merged(shape, type.shape);
  }
  return shape;
}

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() > 0, "sort_c1", "there are no inputs, expected at least one");
  const int64_t dimension = dimension_of(op), rank = op.operand_type(0).rank();
  constraint(op, dimension >= 0 && dimension < rank, "sort_c4",
             "dimension is {}, expected {} to {}", op.int_attribute("dimension", -1), -rank,
             rank - 1);
  const Shape shape = expect_one_shape(op);
  std::vector<Type> scalars;
  for (const Type& type : op.operand_types()) scalars.insert(scalars.end(), 2, type.with(Shape()));
  expect_regions(op, 1, "sort_c5");
  expect_signature(op, 0, scalars, {Type::scalar(ElementType::i1)}, "sort_c5", "sort_c5");
  std::vector<Type> results = op.operand_types();
  for (Type& type : results) type = type.with(shape);
  return results;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const auto axis = static_cast<size_t>(dimension_of(op));
  const Shape& shape = in[0]->type.shape;
  std::vector<Array> out;
  for (const Array* input : in) out.emplace_back(input->type);
  const int64_t length = shape[axis], step = ir::strides_of(shape)[axis];
  const auto before = [&](int64_t left, int64_t right) {
    std::vector<Array> arguments;
    for (size_t i = 0; i < 2 * in.size(); i++) {
      arguments.emplace_back(op.regions[0]->arguments[i]->type);
      arguments.back().copy_element(0, *in[i / 2], i % 2 ? right : left);
    }
    return evaluation.run_region(*op.regions[0], std::move(arguments))[0].i(0) != 0;
  };
  Shape lines = shape;
  lines[axis] = 1;
  ir::for_each_index(lines, [&](int64_t, const Shape& line) {
    const int64_t start = ir::flat_index(line, shape);
    std::vector<int64_t> order(static_cast<size_t>(length));
    for (int64_t k = 0; k < length; k++) order[static_cast<size_t>(k)] = start + k * step;
    std::stable_sort(order.begin(), order.end(), before);
    for (int64_t k = 0; k < length; k++)
      for (size_t i = 0; i < in.size(); i++)
        out[i].copy_element(start + k * step, *in[i], order[static_cast<size_t>(k)]);
  });
  return out;
}

/// A sort of `inputs` along an axis, its comparator written by `compare` from the arguments.
std::vector<Value> emit(Builder& b, const std::vector<Value>& inputs, int64_t dimension,
                        const std::function<void(Builder&, const std::vector<Value>&)>& compare) {
  return b.create(
      "stablehlo.sort", inputs,
      ir::attributes({{"dimension", ir::int_attribute(dimension)}, {"is_stable", true}}), {},
      [&](Operation& op) {
        Block& block = op.add_region();
        std::vector<Value> arguments;
        for (size_t i = 0; i < 2 * inputs.size(); i++)
          arguments.push_back(block.add_argument(Type::scalar(inputs[i / 2]->type.element)));
        Builder inner(block, b.catalogue());
        inner.location = b.location;
        compare(inner, arguments);
      });
}

// The same sort of a numbering tells where each element came from; sorting the gradients by those
// numbers puts them back.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const int64_t dimension = dimension_of(v.op);
  std::vector<Value> inputs = v.op.operands;
  inputs.push_back(iota(b, v.op.operand_type(0).with(ElementType::i64), dimension));
  const Block& comparator = *v.op.regions[0];
  const auto numbered =
      emit(b, inputs, dimension, [&](Builder& inner, const std::vector<Value>& arguments) {
        ir::ValueMap map;
        for (size_t i = 0; i < comparator.arguments.size(); i++)
          map[comparator.arguments[i].get()] = arguments[i];
        ir::clone_into(comparator, inner.block(), map);
      });
  v.operand_gradients.assign(v.op.operand_count(), nullptr);
  for (size_t i = 0; i < v.op.operand_count(); i++) {
    if (!v.wanted[i]) continue;
    const auto back =
        emit(b, {numbered.back(), v.gradient(i)}, dimension,
             [](Builder& inner, const std::vector<Value>& arguments) {
               inner.create("stablehlo.return", {compare(inner, "LT", arguments[0], arguments[1])});
             });
    v.operand_gradients[i] = back[1];
  }
}

}  // namespace

OpDef sort() {
  return {
      .name = "stablehlo.sort",
      .attributes = "dimension?:int, is_stable?:bool",
      .infer = infer,
      .result_constraints = {.element = 2, .shape = 2, .count = 2},
      .evaluate = evaluate,
      .vjp = vjp,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
