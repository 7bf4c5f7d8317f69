// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dynamic.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  expect_numbers(op, 0);
  const Type& out = declared(op);
  const int64_t rank = op.operand_type(0).dim(0), dimension = op.int_attribute("iota_dimension");
  constraint(op, dimension >= 0 && dimension < rank, "dynamic_iota_c1",
             "iota_dimension is {}, expected 0 to {}", dimension, rank - 1);
  constraint(op, out.rank() == rank, "dynamic_iota_c2",
             "{} sizes, expected {}, the rank of the result", rank, out.rank());
  expect_result_sizes(op, 0, "dynamic_iota_c2");
  constraint(op, out.element != ElementType::i1, "dynamic_iota_o1",
             "the result is a {}, expected numbers", out.str());
  return {out};
}

}  // namespace

OpDef dynamic_iota() {
  OpDef def = dynamic_op(
      "stablehlo.dynamic_iota", "$0, dim = {iota_dimension:int} : functional", infer,
      {.name = "stablehlo.iota",
       .operands = 0,
       .attributes = [](const Operation& op,
                        const IntegerLists&) { return kept_attributes(op, {"iota_dimension"}); },
       .shape = 0,
       .from_result = [](const Operation& op) -> IntegerLists {
         return {op.result_type().shape};
       }});
  def.vjp = nullptr;
  def.no_derivative = "it depends on sizes only";
  return def;
}

}  // namespace tutti::op
