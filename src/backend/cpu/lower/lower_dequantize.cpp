// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/dequantize.h"
#include "op/dequantize.h"

namespace tutti::backend::cpu {
namespace {

bool takes_dequantize(const ir::Operation& op) {
  return is_activation(op.result_type());
}

Run lower_dequantize(Lowering& l) {
  const auto type = op::blocks_attribute(l.op, "type");
  return
      [type = type.value(), count = l.results[0].type.count(), out_type = l.results[0].type.element,
       from = l.operands[0].place, to = l.results[0].place](const Frame& f) {
        kernel::dequantize(f.team, type, at(f, from), count, out_type, at(f, to));
      };
}

}  // namespace

std::vector<Rule> dequantize_rules() {
  return {{.op = "tutti.dequantize", .lower = lower_dequantize, .supports = takes_dequantize}};
}

}  // namespace tutti::backend::cpu
