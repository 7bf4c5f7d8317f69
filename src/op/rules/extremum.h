// SPDX-License-Identifier: Apache-2.0
// What stablehlo.maximum and stablehlo.minimum share.
#pragma once

#include <cmath>

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

/// The op that gives the operand which comes first by `Order`, std::greater<> or std::less<>, or
/// NaN: +0 is larger than -0, and the imaginary parts of complex numbers decide where the real
/// parts are equal. `direction` is that of the comparison: "GT" or "LT".
template <typename Order>
OpDef extremum(std::string_view name, const char* direction) {
  return {
      .name = name,
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::any),
      .evaluate = elementwise(
          [](double x, double y) {
            const bool first = x == y ? Order()(std::copysign(1, x), 0) : Order()(x, y);
            return first || std::isnan(x) ? x : y;
          },
          [](int64_t x, int64_t y, ElementType type) {
            const bool first = type == ElementType::ui64
                                   ? Order()(static_cast<uint64_t>(x), static_cast<uint64_t>(y))
                                   : Order()(x, y);
            return first ? x : y;
          },
          [](Complex x, Complex y) {
            const bool first =
                x.real() == y.real() ? Order()(x.imag(), y.imag()) : Order()(x.real(), y.real());
            return first ? x : y;
          }),
      // the gradient goes to the chosen side, half to each where they are equal
      .vjp =
          [direction](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            Value zero = zeros_like(b, dy), half = scale(b, dy, 0.5);
            Value equal = compare(b, "EQ", x, y);
            Value left = compare(b, direction, x, y);
            v.operand_gradients = {select(b, equal, half, select(b, left, dy, zero)),
                                   select(b, equal, half, select(b, left, zero, dy))};
          },
      .is_commutative = true,
      .is_cheap = true,
  };
}

}  // namespace tutti::op
