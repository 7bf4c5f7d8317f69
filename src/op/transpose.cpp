// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& in = op.operand_type(0);
  const auto permutation = op.ints_attribute("permutation");
  constraint(op, is_permutation(permutation, in.shape.size()), "transpose_c2",
             "{} is not as expected, a permutation of {} axes", ir::str(permutation), in.rank());
  Shape shape;
  for (int64_t axis : permutation) shape.push_back(in.dim(axis));
  if (!in.is_quantized() || axis_of(in) < 0) return {in.with(shape)};
  const Type& out = declared(op);
  const int64_t axis = same_but_axis(in, out) ? axis_of(out) : -1;
  constraint(op, axis >= 0 && permutation[static_cast<size_t>(axis)] == axis_of(in), "transpose_c4",
             "{} becomes {}, expected the axis of quantization to move with its dimension",
             in.str(), out.str());
  return {out.with(shape)};
}

}  // namespace

OpDef transpose() {
  return {
      .name = "stablehlo.transpose",
      .assembly = "$0, dims = {permutation:ints} : functional",
      .infer = infer,
      .result_constraints = {.shape = 3},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        const auto permutation = op.ints_attribute("permutation");
        const auto strides = ir::strides_of(in[0]->type.shape);
        ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
          int64_t from = 0;
          for (size_t d = 0; d < index.size(); d++)
            from += index[d] * strides[static_cast<size_t>(permutation[d])];
          out.copy_element(flat, *in[0], from);
        });
        return {std::move(out)};
      },
      // dx = dy by the inverse permutation
      .vjp =
          [](Vjp& v) {
            const auto permutation = v.op.ints_attribute("permutation");
            std::vector<int64_t> inverse(permutation.size());
            for (size_t d = 0; d < permutation.size(); d++)
              inverse[static_cast<size_t>(permutation[d])] = static_cast<int64_t>(d);
            v.operand_gradients = {transpose(v.builder, v.gradient(), inverse)};
          },
      .takes_scales_along_axis = true,
      .keeps_scales = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
