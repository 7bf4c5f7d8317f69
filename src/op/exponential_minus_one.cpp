// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

/// e^x cos y - 1 = expm1(x) cos y - 2 sin(y / 2)^2, which does not cancel near 0.
Complex expm1_of_complex(Complex z) {
  const double half = std::sin(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * half * half,
          z.imag() == 0 ? z.imag() : std::exp(z.real()) * std::sin(z.imag())};
}

}  // namespace

OpDef exponential_minus_one() {
  return {
      .name = "stablehlo.exponential_minus_one",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::expm1(x); }, nullptr, expm1_of_complex),
      // d expm1(x) = (expm1(x) + 1) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {multiply(b, dy, shift(b, r, 1))};
          },
  };
}

}  // namespace tutti::op
