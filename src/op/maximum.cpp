// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

/// Whether x is NaN or the larger: +0 is larger than -0.
bool takes_first(double x, double y) {
  return x > y || (x == y && !std::signbit(x)) || std::isnan(x);
}

}  // namespace

OpDef maximum() {
  return {
      .name = "stablehlo.maximum",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::any),
      .evaluate = elementwise([](double x, double y) { return takes_first(x, y) ? x : y; },
                              [](int64_t x, int64_t y, ElementType type) {
                                if (type == ElementType::ui64)
                                  return static_cast<uint64_t>(x) > static_cast<uint64_t>(y) ? x
                                                                                             : y;
                                return x > y ? x : y;
                              },
                              [](Complex x, Complex y) {
                                const bool first = x.real() == y.real() ? x.imag() > y.imag()
                                                                        : x.real() > y.real();
                                return first ? x : y;
                              }),
      // the gradient goes to the chosen side, half to each where they are equal
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            Value zero = zeros_like(b, dy), half = scale(b, dy, 0.5);
            Value equal = compare(b, "EQ", x, y);
            Value left = compare(b, "GT", x, y);
            v.operand_gradients = {select(b, equal, half, select(b, left, dy, zero)),
                                   select(b, equal, half, select(b, left, zero, dy))};
          },
      .is_commutative = true,
      .is_cheap = true,
  };
}

}  // namespace tutti::op
