// SPDX-License-Identifier: Apache-2.0
// What ends a function, a region, and the region of a manual_computation.
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

OpDef terminator(std::string_view name) {
  return {
      .name = name,
      .assembly = "$* : operands",
      .infer = [](const Operation&) -> std::vector<Type> { return {}; },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
      .is_terminator = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace

OpDef func_return() {
  return terminator("func.return");
}

OpDef region_return() {
  return terminator("stablehlo.return");
}

OpDef manual_return() {
  return terminator("sdy.return");
}

}  // namespace tutti::op
