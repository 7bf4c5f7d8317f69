// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

Complex log_plus_one_of_complex(Complex z) {
  const double x = z.real(), y = z.imag();
  // |1 + z|^2 - 1 = x (2 + x) + y^2, which keeps its digits near 0.
  const double length =
      std::abs(z) < 0.5 ? 0.5 * std::log1p(x * (2 + x) + y * y) : std::log(std::hypot(x + 1, y));
  return {length, std::atan2(y, x + 1)};
}

}  // namespace

OpDef log_plus_one() {
  return {
      .name = "stablehlo.log_plus_one",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate =
          elementwise([](double x) { return std::log1p(x); }, nullptr, log_plus_one_of_complex),
      // d log1p(x) = dx / (1 + x)
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0);
            v.operand_gradients = {divide(b, dy, shift(b, x, 1))};
          },
  };
}

}  // namespace tutti::op
