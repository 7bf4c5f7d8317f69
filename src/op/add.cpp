// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules.h"

namespace tutti::op {

OpDef add() {
  return {
      .name = "stablehlo.add",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::any),
      .evaluate = elementwise([](double x, double y) { return x + y; },
                              [](int64_t x, int64_t y, ElementType type) {
                                return type == ElementType::i1 ? x | y : ir::wrapping_add(x, y);
                              }),
      // dx = dy, dy = dy
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {v.gradient(), v.gradient()};
          },
      .is_commutative = true,
  };
}

}  // namespace tutti::op
