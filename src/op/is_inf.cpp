// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"

namespace tutti::op {

OpDef is_inf() {
  OpDef def = chlo_predicate("chlo.is_inf", [](double x) { return std::isinf(x); });
  def.decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
    Value x = op.operand(0);
    return {compare(b, "EQ", b.one("stablehlo.abs", {x}), constant_like(b, x, INFINITY))};
  };
  return def;
}

}  // namespace tutti::op
