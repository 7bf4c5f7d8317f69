// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const auto dimensions = op.ints_attribute("dimensions");
  expect_unique(op, dimensions, "dimensions", "reverse_c2");
  expect_in_range(op, dimensions, op.operand_type(0).rank(), "dimensions", "reverse_c3");
  return {op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array out(op.result_type());
  const auto dimensions = op.ints_attribute("dimensions");
  ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
    Shape from = index;
    for (int64_t axis : dimensions) {
      const auto d = static_cast<size_t>(axis);
      from[d] = out.type.shape[d] - 1 - index[d];
    }
    out.copy_element(flat, *in[0], ir::flat_index(from, out.type.shape));
  });
  return {std::move(out)};
}

}  // namespace

OpDef reverse() {
  return {
      .name = "stablehlo.reverse",
      .assembly = "$0, dims = {dimensions:ints} : same",
      .infer = infer,
      .evaluate = evaluate,
      // dx = dy reversed
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {
                v.builder.one("stablehlo.reverse", {v.gradient()},
                              ir::attributes({{"dimensions", v.op.attribute("dimensions")}}))};
          },
      .keeps_scales = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
