// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef get_tuple_element() {
  return {
      .name = "stablehlo.get_tuple_element",
      .assembly = "$0[{index:int32}] : functional",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const Type& in = op.operand_type(0);
        constraint(op, in.kind == Type::Kind::tuple, "get_tuple_element_i1",
                   "the operand is a {}, expected a tuple", in.str());
        const auto size = static_cast<int64_t>(in.elements().size());
        const int64_t index = op.int_attribute("index");
        constraint(op, index >= 0 && index < size, "get_tuple_element_c1",
                   "the index is {}, expected one of the {} elements of the tuple", index, size);
        return {in.elements()[static_cast<size_t>(index)]};
      },
      .result_constraints = {.element = 2, .shape = 2, .count = 2},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        return {in[0]->elements[static_cast<size_t>(op.int_attribute("index"))]};
      },
      .no_derivative = "gradients do not flow through tuples",
      // A tuple that was put together here is taken apart again.
      .decompose = [](Builder&, const Operation& op) -> std::vector<Value> {
        const Operation* owner = op.operand(0)->owner;
        if (!owner || owner->name() != "stablehlo.tuple") return {};
        return {owner->operand(static_cast<size_t>(op.int_attribute("index")))};
      },
      .takes_scales_along_axis = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
