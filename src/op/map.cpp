// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/derived.h"
#include "op/rules/region_emit.h"
#include "op/rules/regions.h"

namespace tutti::op {
namespace {

Shape expect_one_shape(const Operation& op) {
  const Type& first = op.operand_type(0);
  Shape shape = first.shape;
  for (const Type& type : op.operand_types()) {
    constraint(op, ir::compatible(type.shape, shape), "map_c1",
               "the inputs are a {} and a {}, expected one shape", first.str(), type.str());
    shape = ir::merged(shape, type.shape);
  }
  return shape;
}

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() > 0, "map_c2", "there are no inputs, expected at least one");
  const Type& first = op.operand_type(0);
  Shape shape = expect_one_shape(op);
  std::vector<Type> scalars;
  for (const Type& type : op.operand_types()) scalars.push_back(type.with(Shape()));
  constraint(op, op.ints_attribute("dimensions") == all_axes(first.rank()), "map_c3",
             "dimensions is {}, expected all axes of a {}",
             ir::str(op.ints_attribute("dimensions")), first.str());
  expect_regions(op, 1, "map_c4");
  const auto returned = op.regions[0]->terminator().operand_types();
  constraint(op, returned.size() == 1 && returned[0] == returned[0].with(Shape()), "map_c4",
             "the computation returns {}, expected one tensor of rank 0", ir::str(returned));
  expect_signature(op, 0, scalars, returned, "map_c4", "map_c4");
  return {returned[0].with(std::move(shape))};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Array out(op.result_type());
  for (int64_t k = 0; k < out.count(); k++) {
    std::vector<Array> arguments;
    for (const Array* array : in) {
      arguments.emplace_back(array->type.with(Shape()));
      arguments.back().copy_element(0, *array, k);
    }
    out.copy_element(k, evaluation.run_region(*op.regions[0], std::move(arguments))[0], 0);
  }
  return {std::move(out)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  return emit_on_tensors(b, *op.regions[0], op.operands, op.result_type().shape);
}

}  // namespace

OpDef map() {
  OpDef def = derived("stablehlo.map", "", infer, decompose);
  def.attributes = "dimensions:ints";
  def.result_constraints = {.element = 4, .shape = 1, .count = 2};
  def.evaluate = evaluate;
  def.keeps_scales = true;
  return def;
}

}  // namespace tutti::op
