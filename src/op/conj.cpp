// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/complex_parts.h"
#include "op/rules/derived.h"

namespace tutti::op {

OpDef conj() {
  OpDef def =
      derived("chlo.conj", "$0 : arrow", same_type_as_operands(1, Elements::floats_or_complex),
              [](Builder& b, const Operation& op) -> std::vector<Value> {
                return {conjugate(b, op.operand(0))};
              });
  // dx = conj(dy)
  def.vjp = [](Vjp& v) { v.operand_gradients = {v.builder.one("chlo.conj", {v.gradient()})}; };
  return def;
}

}  // namespace tutti::op
