// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef round_nearest_even() {
  return {
      .name = "stablehlo.round_nearest_even",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::floats),
      .evaluate = elementwise([](double x) { return std::nearbyint(x); }),
      .vjp = vjp_of_steps,
  };
}

}  // namespace tutti::op
