// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/lower/movement.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kRoundedElements = 16384;

/// Bits of a float's exponent and significand.
struct Format {
  int exponent, mantissa;
};

Format format_of(ir::ElementType type) {
  switch (type) {
    case ir::ElementType::bf16:
      return {8, 7};
    case ir::ElementType::f16:
      return {5, 10};
    case ir::ElementType::f32:
      return {8, 23};
    default:
      return {11, 52};
  }
}

/// Rounds to nearest even; what the smaller exponent cannot express becomes infinity or zero.
template <typename Word>
Word rounded(Word bits, Format from, Format to) {
  const auto sign = static_cast<Word>(Word{1} << (from.exponent + from.mantissa));
  const auto infinity = static_cast<uint64_t>(sign - (Word{1} << from.mantissa));
  uint64_t magnitude = bits & static_cast<Word>(~sign);
  if (magnitude > infinity) return to.mantissa > 0 ? bits : static_cast<Word>(infinity);
  if (const int dropped = from.mantissa - to.mantissa; dropped > 0) {
    const uint64_t half = uint64_t{1} << (dropped - 1);
    magnitude += half - 1 + ((magnitude >> dropped) & 1);
    magnitude &= ~(2 * half - 1);
  }
  if (to.exponent < from.exponent) {
    const int64_t bias = (int64_t{1} << (from.exponent - 1)) - 1;
    const int64_t smaller = (int64_t{1} << (to.exponent - 1)) - 1;
    const auto exponent = static_cast<int64_t>(magnitude >> from.mantissa);
    if (exponent > bias + smaller) magnitude = infinity;
    if (exponent <= bias - smaller) magnitude = 0;
  }
  return static_cast<Word>((bits & sign) | magnitude);
}

template <typename Word>
Run lower_words(const Lowering& lowering, Format from, Format to) {
  const int64_t count = lowering.results[0].type.count();
  return [from, to, count, operand = lowering.operands[0].place,
          result = lowering.results[0].place](const Frame& frame) {
    const auto* x = reinterpret_cast<const Word*>(frame.at(operand));
    auto* y = reinterpret_cast<Word*>(frame.at(result));
    auto task = [&](int64_t index, int) {
      const int64_t last = std::min(count, (index + 1) * kRoundedElements);
      for (int64_t i = index * kRoundedElements; i < last; i++) y[i] = rounded(x[i], from, to);
    };
    frame.team.run(divide_up(count, kRoundedElements), task);
  };
}

Run lower_reduce_precision(Lowering& lowering) {
  const Format from = format_of(lowering.op.operand_type(0).element);
  const auto limited = [&](const char* name, int most) {
    return static_cast<int>(std::min<int64_t>(lowering.op.int_attribute(name), most));
  };
  const Format to = {limited("exponent_bits", from.exponent),
                     limited("mantissa_bits", from.mantissa)};
  switch (ir::byte_size(lowering.op.operand_type(0).element)) {
    case 2:
      return lower_words<uint16_t>(lowering, from, to);
    case 4:
      return lower_words<uint32_t>(lowering, from, to);
    default:
      return lower_words<uint64_t>(lowering, from, to);
  }
}

}  // namespace

std::vector<Rule> reduce_precision_rules() {
  Rule rule{.op = "stablehlo.reduce_precision", .lower = lower_reduce_precision};
  rule.in_place = {0};
  return {rule};
}

}  // namespace tutti::backend::cpu
