// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& in = op.operand_type(0);
  const Type& out = declared(op);
  const auto from = static_cast<int64_t>(byte_size(in.element)),
             to = static_cast<int64_t>(byte_size(out.element));
  Shape expected = in.shape;
  if (to < from) expected.push_back(from / to);
  if (to > from) {
    constraint(op, !expected.empty() && expected.back() == to / from, "bitcast_convert_c1",
               "the last dimension of {} cannot be read as {}", in.str(), name_of(out.element));
    expected.pop_back();
  }
  constraint(op, out.shape == expected, "bitcast_convert_c1", "the shape is {}, expected {}",
             ir::str(out.shape), ir::str(expected));
  return {out};
}

}  // namespace

OpDef bitcast_convert() {
  return {
      .name = "stablehlo.bitcast_convert",
      .assembly = "$0 : functional",
      .infer = infer,
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        const ir::Tensor source = in[0]->tensor();
        return {Array(ir::Tensor(op.result_type(), source.expanded()))};
      },
      .no_derivative = "a bit pattern is not a continuous number",
  };
}

}  // namespace tutti::op
