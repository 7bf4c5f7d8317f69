// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& in = op.operand_type(0);
  const auto starts = op.ints_attribute("start_indices"),
             limits = op.ints_attribute("limit_indices"), strides = op.ints_attribute("strides");
  constraint(op,
             starts.size() == in.shape.size() && limits.size() == starts.size() &&
                 strides.size() == starts.size(),
             "slice_c2", "{} starts, {} limits, {} strides, expected {} each", starts.size(),
             limits.size(), strides.size(), in.rank());
  Shape shape;
  for (size_t d = 0; d < starts.size(); d++) {
    constraint(op, starts[d] >= 0 && starts[d] <= limits[d] && may_fit(limits[d], in.shape[d]),
               "slice_c3", "dimension {} is cut from {} to {}, expected within 0 to {}", d,
               starts[d], limits[d], in.shape[d]);
    constraint(op, strides[d] > 0, "slice_c4",
               "the stride of dimension {} is {}, expected a positive number", d, strides[d]);
    shape.push_back((limits[d] - starts[d]) / strides[d] +
                    ((limits[d] - starts[d]) % strides[d] != 0));
  }
  return {in.with(shape)};
}

}  // namespace

OpDef slice() {
  return {
      .name = "stablehlo.slice",
      .assembly = "$0 @slice_ranges : functional",
      .attributes = "start_indices:ints, limit_indices:ints, strides:ints",
      .infer = infer,
      .result_constraints = {.shape = 5},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        const auto starts = op.ints_attribute("start_indices"),
                   strides = op.ints_attribute("strides");
        Shape source(starts.size());
        ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
          for (size_t d = 0; d < index.size(); d++) source[d] = starts[d] + index[d] * strides[d];
          out.copy_element(flat, *in[0], ir::flat_index(source, in[0]->type.shape));
        });
        return {std::move(out)};
      },
      // dx = dy with zeros around and between its elements
      .vjp =
          [](Vjp& v) {
            const Shape& from = v.op.operand_type(0).shape;
            const Shape& to = v.op.result_type().shape;
            const auto starts = v.op.ints_attribute("start_indices"),
                       strides = v.op.ints_attribute("strides");
            std::vector<int64_t> high(from.size()), interior(from.size());
            for (size_t d = 0; d < from.size(); d++) {
              interior[d] = strides[d] - 1;
              const int64_t covered = to[d] == 0 ? 0 : (to[d] - 1) * strides[d] + 1;
              high[d] = from[d] - starts[d] - covered;
            }
            v.operand_gradients = {pad(v.builder, v.gradient(), 0, starts, high, interior)};
          },
      .keeps_scales = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
