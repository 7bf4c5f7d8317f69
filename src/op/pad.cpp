// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/window.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  const Type& in = op.operand_type(0);
  constraint(op, op.operand_type(1) == in.with(Shape()), "pad_c1",
             "the padding value is a {}, expected {}", op.operand_type(1).str(),
             in.with(Shape()).str());
  const auto low = op.ints_attribute("edge_padding_low"),
             high = op.ints_attribute("edge_padding_high"),
             interior = op.ints_attribute("interior_padding");
  constraint(
      op,
      low.size() == in.shape.size() && high.size() == low.size() && interior.size() == low.size(),
      "pad_c2", "{} low, {} high, {} interior paddings, expected {} each", low.size(), high.size(),
      interior.size(), in.rank());
  return {in.with(padded_shape(op, in.shape, {low, high, interior}))};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array out(op.result_type());
  const auto low = op.ints_attribute("edge_padding_low"),
             interior = op.ints_attribute("interior_padding");
  for (int64_t k = 0; k < out.count(); k++) out.copy_element(k, *in[1], 0);
  ir::for_each_index(in[0]->type.shape, [&](int64_t flat, const Shape& index) {
    Shape to(index.size());
    for (size_t d = 0; d < index.size(); d++) {
      to[d] = low[d] + index[d] * (interior[d] + 1);
      if (to[d] < 0 || to[d] >= out.type.shape[d]) return;  // negative padding cuts
    }
    out.copy_element(ir::flat_index(to, out.type.shape), *in[0], flat);
  });
  return {std::move(out)};
}

// dx = dy at the places of x's elements; the padding value gets the rest of the sum.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  Value dy = v.gradient();
  const Shape& from = v.op.operand_type(0).shape;
  const auto low = v.op.ints_attribute("edge_padding_low"),
             high = v.op.ints_attribute("edge_padding_high"),
             interior = v.op.ints_attribute("interior_padding");
  std::vector<int64_t> minus_low, minus_high, none(from.size(), 0), starts(from.size(), 0), strides;
  for (size_t d = 0; d < from.size(); d++) {
    minus_low.push_back(-low[d]);
    minus_high.push_back(-high[d]);
    strides.push_back(interior[d] + 1);
  }
  Value inside = pad(b, dy, 0, minus_low, minus_high, none);
  Value dx = slice(b, inside, starts, inside->type.shape, strides);
  v.operand_gradients = {dx, nullptr};
  const auto all = all_axes(dy->type.rank());
  if (v.wanted[1])
    v.operand_gradients[1] = subtract(b, reduce_sum(b, dy, all), reduce_sum(b, dx, all));
}

}  // namespace

OpDef pad() {
  return {
      .name = "stablehlo.pad",
      .assembly =
          "$0, $1, low = {edge_padding_low:ints}, high = {edge_padding_high:ints}, interior = "
          "{interior_padding:ints} : functional",
      .infer = infer,
      .result_constraints = {.shape = 4},
      .evaluate = evaluate,
      .vjp = vjp,
      .keeps_scales = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
