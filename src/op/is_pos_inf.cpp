// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"

namespace tutti::op {

OpDef is_pos_inf() {
  OpDef def = chlo_predicate("chlo.is_pos_inf", [](double x) { return x == INFINITY; });
  def.decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
    Value x = op.operand(0);
    return {compare(b, "EQ", x, constant_like(b, x, INFINITY))};
  };
  return def;
}

}  // namespace tutti::op
