// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "backend/cpu/lower/block_operation.h"
#include "backend/cpu/lower/lower.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;
using kernel::BlockFunction;
using kernel::ElementwiseLoop;

/// Runs a block function over the operands in the given order; scalars are repeated.
Run lower_loop(BlockFunction function, const std::vector<View>& operands, const View& result) {
  std::vector<ElementwiseLoop::Operand> sources;
  std::array<Place, ElementwiseLoop::kMaxOperands> places;
  for (const View& operand : operands) {
    places[sources.size()] = operand.place;
    const bool scalar = operand.type.rank() == 0;
    sources.push_back({operand.type.element,
                       scalar ? std::vector<int64_t>(result.type.shape.size()) : operand.strides});
  }
  const ElementwiseLoop loop(function, result.type.shape, sources, result.type.element);
  return [loop, places, count = operands.size(), to = result.place](const Frame& frame) {
    std::array<const std::byte*, ElementwiseLoop::kMaxOperands> data = {};
    for (size_t i = 0; i < count; i++) data[i] = frame.at(places[i]);
    loop.run(frame.team, data.data(), frame.at(to));
  };
}

Run lower_elementwise(Lowering& lowering) {
  const BlockOperation block = *block_operation(lowering.op);
  std::vector<View> operands = lowering.operands;
  if (block.swapped) std::swap(operands[0], operands[1]);
  return lower_loop(block.function, operands, lowering.results[0]);
}

}  // namespace

Rule elementwise_rule() {
  Rule rule{.lower = lower_elementwise};
  rule.strided_operands = rule.takes_narrow = true;
  rule.in_place = {kAnyOperand};
  return rule;
}

}  // namespace tutti::backend::cpu
