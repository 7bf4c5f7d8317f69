// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/rule.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCopy;

Run lower_iota(Lowering& lowering) {
  const View& result = lowering.results[0];
  const auto axis = static_cast<size_t>(lowering.op.int_attribute("iota_dimension"));
  const ir::ElementType type = result.type.element;
  const int64_t size = result.type.shape[axis];
  std::vector<std::byte> numbers(static_cast<size_t>(size) * ir::byte_size(type));
  for (int64_t i = 0; i < size; i++) {
    if (ir::is_float(type))
      ir::store_element(type, numbers.data(), i, static_cast<double>(i));
    else
      ir::store_int_element(type, numbers.data(), i, type == ir::ElementType::i1 ? i & 1 : i);
  }
  std::vector<int64_t> strides(result.type.shape.size());
  strides[axis] = 1;
  const StridedCopy copy(ir::byte_size(type), result.type.shape, strides, result.strides);
  return [copy, numbers, to = result.place](const Frame& frame) {
    copy.run(frame.team, numbers.data(), frame.at(to));
  };
}

}  // namespace

std::vector<Rule> iota_rules() {
  return {{.op = "stablehlo.iota",
           .lower = lower_iota,
           .strided_operands = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
