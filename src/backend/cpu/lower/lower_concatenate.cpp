// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/movement.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCopy;

Run lower_concatenate(Lowering& lowering) {
  const auto axis = static_cast<size_t>(lowering.op.int_attribute("dimension"));
  const View& result = lowering.results[0];
  std::vector<PartCopy> parts;
  int64_t start = 0;
  for (const View& operand : lowering.operands) {
    parts.push_back({StridedCopy(ir::byte_size(operand.type.element), operand.type.shape,
                                 operand.strides, result.strides),
                     operand.place, result.place, 0,
                     start * result.strides[axis] * result.element_bytes()});
    start += operand.type.shape[axis];
  }
  return [parts](const Frame& frame) {
    for (const PartCopy& part : parts) part(frame);
  };
}

}  // namespace

std::vector<Rule> concatenate_rules() {
  return {{.op = "stablehlo.concatenate",
           .lower = lower_concatenate,
           .strided_operands = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
