// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/dynamic.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  const Type &a = op.operand_type(0), &b = op.operand_type(1), &shape = op.operand_type(2);
  constraint(op, a.rank() == 0 && !is_complex(a.element) && !a.is_quantized(), "rng_i1",
             "operand 0 is a {}, expected a tensor of rank 0 of booleans, integers or floats",
             a.str());
  constraint(op, b == a, "rng_c1", "the operands are a {} and a {}, expected one type", a.str(),
             b.str());
  constraint(op, shape.rank() == 1 && is_integer(shape.element), "rng_i3",
             "the shape is a {}, expected a tensor of rank 1 of integers", shape.str());
  constraint(op, op.enum_attribute("rng_distribution") == "UNIFORM" || is_float(a.element),
             "rng_c2", "a normal distribution of elements of type {}, expected floats",
             name_of(a.element));
  const Type& result = declared(op);
  constraint(op, ir::compatible(result.rank(), shape.dim(0)), "rng_c3",
             "the result is a {}, expected {} sizes as the shape has", result.str(), shape.dim(0));
  expect_result_sizes(op, 2, "rng_c3");
  return {result.with(a.element)};
}

void expect_shape(const Operation& op, const Array& sizes, const Type& result) {
  Shape shape;
  for (int64_t axis = 0; axis < sizes.count(); axis++) shape.push_back(sizes.i(axis));
  if (shape != result.shape)
    ir::operation_error(
        op, fmt::format("the shape is {}, the result a {}", ir::str(shape), result.str()));
}

// The specification leaves the numbers to the implementation: threefry of a key that no other
// operation of the run has.
std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Array out(op.result_type());
  expect_shape(op, *in[2], out.type);
  const bool normal = op.enum_attribute("rng_distribution") == "NORMAL";
  const Words key = {static_cast<uint32_t>(evaluation.process().draw()),
                     static_cast<uint32_t>(evaluation.process().number())};
  for (int64_t k = 0; k < out.count(); k++) {
    const auto index = static_cast<uint64_t>(k);
    if (normal)
      out.f(k) = in[0]->f(0) + in[1]->f(0) * normal_number(key, index);
    else if (out.is_float())
      out.f(k) = in[0]->f(0) + (in[1]->f(0) - in[0]->f(0)) * uniform_number(key, index);
    else
      out.i(k) = uniform_integer(key, index, in[0]->i(0), in[1]->i(0));
  }
  return {std::move(out)};
}

}  // namespace

OpDef rng() {
  return {
      .name = "stablehlo.rng",
      .assembly =
          "$0, $1, $2, distribution = {rng_distribution:enum.rng_distribution:i4} : functional",
      .infer = infer,
      .result_constraints = {.element = 1, .shape = 3, .count = 3},
      .evaluate = evaluate,
      .no_derivative = "its numbers come from outside the program",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
