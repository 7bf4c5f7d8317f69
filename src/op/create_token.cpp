// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/derived.h"

namespace tutti::op {

OpDef create_token() {
  return derived(
      "stablehlo.create_token", " : result",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 0);
        return {Type::token()};
      },
      [](Builder& b, const Operation&) { return b.create("stablehlo.after_all", {}); });
}

}  // namespace tutti::op
