// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/rule.h"

namespace tutti::backend::cpu {
namespace {

/// Steps are done in their order: there is nothing to wait for.
Run lower_after_all(Lowering&) {
  return nullptr;
}

}  // namespace

std::vector<Rule> after_all_rules() {
  return {{.op = "stablehlo.after_all",
           .lower = lower_after_all,
           .strided_operands = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
