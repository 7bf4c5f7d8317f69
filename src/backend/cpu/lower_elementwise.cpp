// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "backend/cpu/lower.h"
#include "backend/cpu/op_name.h"
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

/// The element type that an operation computes with: of a clamp's three operands, any.
BlockFunction function_of(const Operation& op) {
  return kernel::elementwise_function(short_name(op), op.operand_type(0).element);
}

Run lower_plain(Lowering& lowering) {
  return lower_loop(function_of(lowering.op), lowering.operands, lowering.results[0]);
}

/// x > y is y < x.
struct Comparison {
  std::string_view direction;
  bool swapped;
};
Comparison comparison_of(const Operation& op) {
  const std::string direction = op.enum_attribute("comparison_direction");
  if (direction == "GT") return {"LT", true};
  if (direction == "GE") return {"LE", true};
  if (direction == "LT") return {"LT", false};
  if (direction == "LE") return {"LE", false};
  return {direction == "EQ" ? "EQ" : "NE", false};
}

Run lower_compare(Lowering& lowering) {
  const Comparison comparison = comparison_of(lowering.op);
  const bool total = lowering.op.enum_attribute("compare_type", "NOTYPE") == "TOTALORDER";
  const BlockFunction function =
      kernel::compare_function(comparison.direction, lowering.op.operand_type(0).element, total);
  std::vector<View> operands = lowering.operands;
  if (comparison.swapped) std::swap(operands[0], operands[1]);
  return lower_loop(function, operands, lowering.results[0]);
}

Run lower_select(Lowering& lowering) {
  return lower_loop(kernel::select_function(lowering.op.operand_type(1).element), lowering.operands,
                    lowering.results[0]);
}

Run lower_convert(Lowering& lowering) {
  const auto function = kernel::convert_function(lowering.op.operand_type(0).element,
                                                 lowering.op.result_type().element);
  return lower_loop(function, lowering.operands, lowering.results[0]);
}

}  // namespace

std::vector<Rule> elementwise_rules() {
  const auto rule = [](std::string_view op, Run (*lower)(Lowering&)) {
    Rule made{.op = op, .lower = lower};
    made.strided_operands = true;
    made.in_place = {kAnyOperand};
    return made;
  };
  std::vector<Rule> rules = {
      rule("stablehlo.compare", lower_compare),
      rule("stablehlo.convert", lower_convert),
      rule("stablehlo.select", lower_select),
  };
  for (std::string_view op : {"stablehlo.abs",
                              "stablehlo.add",
                              "stablehlo.and",
                              "stablehlo.atan2",
                              "stablehlo.cbrt",
                              "stablehlo.ceil",
                              "stablehlo.clamp",
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
                              "stablehlo.shift_left",
                              "stablehlo.shift_right_arithmetic",
                              "stablehlo.shift_right_logical",
                              "stablehlo.sign",
                              "stablehlo.sine",
                              "stablehlo.sqrt",
                              "stablehlo.subtract",
                              "stablehlo.tan",
                              "stablehlo.tanh",
                              "stablehlo.xor"}) {
    rules.push_back(rule(op, lower_plain));
    rules.back().supports = [](const Operation& given) { return function_of(given) != nullptr; };
  }
  return rules;
}

}  // namespace tutti::backend::cpu
