// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& in = op.operand_type(0);
  const Type& out = declared(op);
  const auto dims = op.ints_attribute("broadcast_dimensions");
  constraint(op, may_be_broadcast(in, out), "broadcast_in_dim_c1",
             "the elements are {}, expected {} as the operand's", element_text(out),
             element_text(in));
  constraint(op, static_cast<int64_t>(dims.size()) == in.rank(), "broadcast_in_dim_c2",
             "{} broadcast_dimensions, expected {}, the operand's rank", dims.size(), in.rank());
  for (size_t d = 0; d < dims.size(); d++) {
    constraint(op, dims[d] >= 0 && dims[d] < out.rank(), "broadcast_in_dim_c3",
               "broadcast_dimensions has {}, expected 0 to {}", dims[d], out.rank() - 1);
    for (size_t e = 0; e < d; e++)
      constraint(op, dims[e] != dims[d], "broadcast_in_dim_c4",
                 "broadcast_dimensions has {} twice, expected each once", dims[d]);
    constraint(op, in.shape[d] == 1 || ir::compatible(in.shape[d], out.dim(dims[d])),
               "broadcast_in_dim_c5", "operand dimension {} is {}, expected 1 or {}", d,
               in.shape[d], out.dim(dims[d]));
  }
  check_quantized_broadcast(op, dims);
  constraint(op, out.is_static_or_bounded(), "broadcast_in_dim_o1",
             "the result is a {}, expected known sizes, or one that has a bound", out.str());
  return {out};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array out(op.result_type());
  const auto dims = op.ints_attribute("broadcast_dimensions");
  const Shape& from = in[0]->type.shape;
  Shape source(from.size());
  ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
    for (size_t d = 0; d < from.size(); d++)
      source[d] = from[d] == 1 ? 0 : index[static_cast<size_t>(dims[d])];
    out.copy_element(flat, *in[0], ir::flat_index(source, from));
  });
  return {std::move(out)};
}

// dx = the sum of dy over the axes along which x was repeated, transposed back where dims are not
// ascending.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Shape& from = v.op.operand_type(0).shape;
  const auto dims = v.op.ints_attribute("broadcast_dimensions");
  const Shape& to = v.op.result_type().shape;
  std::vector<int64_t> summed, order;
  for (int64_t axis = 0; axis < static_cast<int64_t>(to.size()); axis++) {
    const auto at = std::find(dims.begin(), dims.end(), axis);
    const bool kept = at != dims.end() &&
                      from[static_cast<size_t>(at - dims.begin())] == to[static_cast<size_t>(axis)];
    if (!kept) summed.push_back(axis);
  }
  Value dx = reduce_sum(b, v.gradient(), summed);
  // The remaining axes of dx are in the result's order; the operand's order is that of dims.
  std::vector<std::pair<int64_t, size_t>> left;
  for (size_t d = 0; d < dims.size(); d++)
    if (from[d] == to[static_cast<size_t>(dims[d])]) left.emplace_back(dims[d], d);
  std::vector<int64_t> permutation;
  for (const auto& [axis, d] : left)
    permutation.push_back(std::count_if(
        left.begin(), left.end(), [axis = axis](const auto& other) { return other.first < axis; }));
  if (!std::is_sorted(permutation.begin(), permutation.end())) dx = transpose(b, dx, permutation);
  v.operand_gradients = {reshape(b, dx, from)};
}

}  // namespace

OpDef broadcast_in_dim() {
  return {
      .name = "stablehlo.broadcast_in_dim",
      .assembly = "$0, dims = {broadcast_dimensions:ints} : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .takes_scales_along_axis = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
