// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules.h"

namespace tutti::op {

OpDef sign() {
  return {
      .name = "stablehlo.sign",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::signed_numbers),
      .evaluate =
          elementwise([](double x) { return std::isnan(x) || x == 0 ? x : std::copysign(1.0, x); },
                      [](int64_t x, ElementType) -> int64_t { return x > 0   ? 1
                                                                     : x < 0 ? -1
                                                                             : 0; },
                      [](Complex z) {
                        if (std::isnan(z.real()) || std::isnan(z.imag())) return Complex(NAN, NAN);
                        return z == 0.0 ? Complex() : z / std::abs(z);
                      }),
      .no_derivative = kPiecewiseConstant,
  };
}

}  // namespace tutti::op
