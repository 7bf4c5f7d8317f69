// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "backend/cpu/block_operation.h"
#include "backend/cpu/lower.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;
using kernel::BlockFunction;
using kernel::ElementwiseLoop;

/// The loop over operands in the given order; scalars repeat.
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

bool supports_elementwise(const Operation& op) {
  return block_operation(op).has_value();
}

}  // namespace

std::vector<Rule> elementwise_rules() {
  std::vector<Rule> rules;
  for (std::string_view op : {"chlo.erf",
                              "chlo.erfc",
                              "stablehlo.abs",
                              "stablehlo.add",
                              "stablehlo.and",
                              "stablehlo.atan2",
                              "stablehlo.cbrt",
                              "stablehlo.ceil",
                              "stablehlo.clamp",
                              "stablehlo.compare",
                              "stablehlo.convert",
                              "stablehlo.cosine",
                              "stablehlo.count_leading_zeros",
                              "stablehlo.divide",
                              "stablehlo.exponential",
                              "stablehlo.exponential_minus_one",
                              "stablehlo.floor",
                              "stablehlo.is_finite",
                              "stablehlo.log",
                              "stablehlo.log_plus_one",
                              "stablehlo.logistic",
                              "stablehlo.maximum",
                              "stablehlo.minimum",
                              "stablehlo.multiply",
                              "stablehlo.negate",
                              "stablehlo.not",
                              "stablehlo.or",
                              "stablehlo.popcnt",
                              "stablehlo.power",
                              "stablehlo.remainder",
                              "stablehlo.round_nearest_afz",
                              "stablehlo.round_nearest_even",
                              "stablehlo.rsqrt",
                              "stablehlo.select",
                              "stablehlo.shift_left",
                              "stablehlo.shift_right_arithmetic",
                              "stablehlo.shift_right_logical",
                              "stablehlo.sign",
                              "stablehlo.sine",
                              "stablehlo.sqrt",
                              "stablehlo.subtract",
                              "stablehlo.tan",
                              "stablehlo.tanh",
                              "stablehlo.xor",
                              "tutti.threefry_bits"}) {
    Rule rule{.op = op, .lower = lower_elementwise, .supports = supports_elementwise};
    rule.strided_operands = rule.takes_narrow = true;
    rule.in_place = {kAnyOperand};
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace tutti::backend::cpu
