// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/derived.h"

namespace tutti::op {

OpDef dot() {
  OpDef def = derived(
      "stablehlo.dot", "$0, $1@precision : functional",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 2);
        const Type &x = op.operand_type(0), &y = op.operand_type(1);
        for (const Type* type : {&x, &y})
          constraint(op, type->rank() == 1 || type->rank() == 2, "dot_c1",
                     "an operand is a {}, expected a vector or a matrix", type->str());
        constraint(op, ir::compatible(x.shape.back(), y.dim(0)), "dot_c2",
                   "the operands are a {} and a {}, expected one size to sum over", x.str(),
                   y.str());
        Shape shape(x.shape.begin(), x.shape.end() - 1);
        shape.insert(shape.end(), y.shape.begin() + 1, y.shape.end());
        return {declared(op).with(std::move(shape))};
      },
      // the last axis of x with the first of y
      [](Builder& b, const Operation& op) {
        ir::RecordAttribute numbers{"stablehlo.dot", {}};
        numbers.fields.set("lhs_contracting_dimensions",
                           ir::ints_attribute({op.operand_type(0).rank() - 1}));
        numbers.fields.set("rhs_contracting_dimensions", ir::ints_attribute({0}));
        Attributes attributes = op.attributes;
        attributes.set("dot_dimension_numbers", std::move(numbers));
        return b.create("stablehlo.dot_general", op.operands, std::move(attributes),
                        op.result_types());
      });
  def.takes_scales_along_axis = true;
  def.attributes = "precision_config?:enums.precision";
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  return def;
}

}  // namespace tutti::op
