// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/movement.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCopy;

Run lower_reverse(Lowering& lowering) {
  const View& operand = lowering.operands[0];
  std::vector<int64_t> strides = operand.strides;
  int64_t from = 0;
  for (int64_t axis : lowering.op.ints_attribute("dimensions")) {
    const auto d = static_cast<size_t>(axis);
    from += strides[d] * (operand.type.shape[d] - 1);
    strides[d] = -strides[d];
  }
  return PartCopy{StridedCopy(ir::byte_size(operand.type.element), operand.type.shape, strides,
                              lowering.results[0].strides),
                  operand.place, lowering.results[0].place, from * operand.element_bytes()};
}

}  // namespace

std::vector<Rule> reverse_rules() {
  return {{.op = "stablehlo.reverse",
           .lower = lower_reverse,
           .strided_operands = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
