// SPDX-License-Identifier: Apache-2.0
#include "ir/builder.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

/// x -> x, and how devices should share it, which changes nothing here. JAX prints it next to
/// StableHLO; it is of the dialect of Shardy.
OpDef sharding_constraint() {
  return {
      .name = "sdy.sharding_constraint",
      .assembly = "$0 {sharding:opaque.sdy.sharding} : same",
      .infer = same_type_as_operands(1, Elements::any),
      .evaluate = [](const Operation&, Operands in, Evaluation&) -> std::vector<Array> {
        return {*in[0]};
      },
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {
                v.builder.one("sdy.sharding_constraint", {v.gradient()}, v.op.attributes)};
          },
  };
}

}  // namespace tutti::op
