// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  expect_elements(op, 0, Elements::signed_numbers);
  const Type& in = op.operand_type(0);
  return {is_complex(in.element) ? in.with(real_type(in.element)) : in};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  if (!in[0]->is_complex())
    return elementwise([](double x) { return std::fabs(x); },
                       [](int64_t x, ElementType) {
                         return x < 0 ? ir::wrapping_subtract(0, x) : x;
                       })(op, in, evaluation);
  Array out(op.result_type());
  for (int64_t k = 0; k < out.count(); k++) out.f(k) = std::abs(in[0]->c(k));
  return {std::move(out)};
}

/// conj(z) / |z|, 0 at 0: the gradient of a complex value is dL/dx - i dL/dy.
Value complex_gradient(Builder& b, Value z, Value size, Value dy) {
  Value is_zero = compare(b, "EQ", size, zeros_like(b, size));
  Value factor = divide(b, dy, select(b, is_zero, constant_like(b, size, 1), size));
  return b.one("stablehlo.complex", {multiply(b, factor, b.one("stablehlo.real", {z})),
                                     negate(b, multiply(b, factor, b.one("stablehlo.imag", {z})))});
}

}  // namespace

OpDef abs() {
  return {
      .name = "stablehlo.abs",
      .assembly = "$0 : same",
      .infer = infer,
      .result_constraints = {.element = 2},
      .evaluate = evaluate,
      // d|x| = sign(x) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0);
            v.operand_gradients = {is_complex(x->type.element)
                                       ? complex_gradient(b, x, v.op.result(), dy)
                                       : multiply(b, dy, b.one("stablehlo.sign", {x}))};
          },
  };
}

}  // namespace tutti::op
