// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/dynamic.h"
#include "op/rules/indices.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  const Type &in = op.operand_type(0), &size = op.operand_type(1), &out = declared(op);
  const int64_t dimension = op.int_attribute("dimension");
  constraint(op, size == Type::scalar(ElementType::i32), "set_dimension_size_i2",
             "the size is a {}, expected a tensor<i32>", size.str());
  constraint(op, dimension >= 0 && dimension < in.rank(), "set_dimension_size_dimension",
             "the dimension is {}, expected 0 to {}", dimension, in.rank() - 1);
  Shape shape = in.shape;
  shape[static_cast<size_t>(dimension)] = ir::kDynamic;
  constraint(op, same_elements(in, out) && ir::compatible(out.shape, shape),
             "set_dimension_size_result", "the result is a {}, expected {}", out.str(),
             in.with(shape).str());
  return {out};
}

/// The first elements along the dimension; those after the new size are dropped.
std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const int64_t dimension = op.int_attribute("dimension"), size = index_at(*in[1], 0),
                most = in[0]->type.dim(dimension);
  const auto axis = static_cast<size_t>(dimension);
  Shape shape = in[0]->type.shape;
  shape[axis] = size;
  if (size < 0 || size > most || !ir::compatible(shape, op.result_type().shape))
    operation_error(op, fmt::format("the size is {} when it runs, expected at most {} and a result "
                                    "that is a {}",
                                    size, most, op.result_type().str()));
  Array out(in[0]->type.with(shape));
  ir::for_each_index(shape, [&](int64_t flat, const Shape& index) {
    out.copy_element(flat, *in[0], ir::flat_index(index, in[0]->type.shape));
  });
  return {std::move(out)};
}

/// Nothing, or a slice, where the size is known.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  if (op.result_type().is_static()) return {op.operand(0)};
  const Type& in = op.operand_type(0);
  const auto size = known_integers(op.operand(1));
  Shape limits = in.shape;
  int64_t& limit = limits[static_cast<size_t>(op.int_attribute("dimension"))];
  if (!in.is_static() || !size || (*size)[0] < 0 || (*size)[0] > limit) return {};
  limit = (*size)[0];
  return {slice(b, op.operand(0), Shape(limits.size(), 0), limits)};
}

}  // namespace

OpDef set_dimension_size() {
  return {
      .name = "stablehlo.set_dimension_size",
      .assembly = "$0, $1, dim = {dimension:int} : functional",
      .infer = infer,
      .evaluate = evaluate,
      // where the size stays, dx = dy
      .vjp =
          [](Vjp& v) {
            if (!v.op.result_type().is_static())
              operation_error(v.op, "has a result of dynamic size, which has no derivative");
            v.operand_gradients = {v.gradient(), nullptr};
          },
      .decompose = decompose,
      .takes_scales_along_axis = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
