// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules.h"

namespace tutti::op {

/// Ends the region of a manual_computation.
OpDef manual_return() {
  return {
      .name = "sdy.return",
      .assembly = "$* : operands",
      .infer = [](const Operation&) -> std::vector<Type> { return {}; },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
      .is_terminator = true,
  };
}

}  // namespace tutti::op
