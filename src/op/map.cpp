// SPDX-License-Identifier: Apache-2.0
#include "op/axes.h"
#include "op/catalogue.h"
#include "op/derived.h"
#include "op/emit.h"
#include "op/regions.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() > 0, "map_c2", "there are no inputs, expected at least one");
  const Type& first = op.operand_type(0);
  std::vector<Type> scalars;
  for (const Type& type : op.operand_types()) {
    constraint(op, ir::compatible(type.shape, first.shape), "map_c1",
               "the inputs are a {} and a {}, expected one shape", first.str(), type.str());
    scalars.push_back(Type::scalar(type.element));
  }
  constraint(op, op.ints_attribute("dimensions") == all_axes(first.rank()), "map_c3",
             "dimensions is {}, expected all axes of a {}",
             ir::str(op.ints_attribute("dimensions")), first.str());
  expect_regions(op, 1, "map_c4");
  const auto returned = op.regions[0]->terminator().operand_types();
  constraint(op, returned.size() == 1 && returned[0] == Type::scalar(returned[0].element), "map_c4",
             "the computation returns {}, expected one tensor of rank 0", ir::str(returned));
  expect_signature(op, 0, scalars, returned, "map_c4", "map_c4");
  return {first.with(returned[0].element)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Array out(op.result_type());
  for (int64_t k = 0; k < out.count(); k++) {
    std::vector<Array> arguments;
    for (const Array* array : in) {
      arguments.emplace_back(Type::scalar(array->type.element));
      arguments.back().copy_element(0, *array, k);
    }
    out.copy_element(k, evaluation.run_region(*op.regions[0], std::move(arguments))[0], 0);
  }
  return {std::move(out)};
}

// An elementwise computation does to tensors what it does to their elements.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Shape& shape = op.result_type().shape;
  const Block& body = *op.regions[0];
  ir::ValueMap wide;
  for (size_t i = 0; i < op.operand_count(); i++) wide[body.arguments[i].get()] = op.operand(i);
  const auto widened = [&](Value value) {
    Value& found = wide[value];
    if (!found) found = splat(b, value, shape);  // from outside, or a constant
    return found;
  };
  for (const auto& inner : body.operations) {
    if (inner->def().is_terminator) break;
    if (inner->operand_count() == 0) {
      wide[inner->result()] =
          splat(b, b.one(inner->name(), {}, inner->attributes, inner->result_types()), shape);
      continue;
    }
    std::vector<Value> operands;
    for (Value operand : inner->operands) operands.push_back(widened(operand));
    std::vector<Type> types = inner->result_types();
    for (Type& type : types) type = type.with(shape);
    const auto results = b.create(inner->name(), std::move(operands), inner->attributes, types);
    for (size_t i = 0; i < results.size(); i++) {
      if (results[i]->type.shape != shape || !inner->regions.empty())
        ir::operation_error(*inner, "is not elementwise, which the computation of a map must be");
      wide[inner->result(i)] = results[i];
    }
  }
  return {widened(body.terminator().operand(0))};
}

}  // namespace

OpDef map() {
  OpDef def = derived("stablehlo.map", "", infer, decompose);
  def.result_constraints = {.element = 4, .shape = 1, .count = 2};
  def.evaluate = evaluate;
  return def;
}

}  // namespace tutti::op
