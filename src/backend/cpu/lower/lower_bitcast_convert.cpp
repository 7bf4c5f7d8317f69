// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/lower/lower.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kTaskBytes = 4096;

/// Bytes as parts of 1, 2 or 4 bits, lowest first, a byte for each; or the other way.
Run lower_bits(const View& from, const View& to) {
  const bool unpacks = ir::bit_width(to.type.element) < 8;
  const int width = ir::bit_width((unpacks ? to : from).type.element), parts = 8 / width;
  const auto mask = static_cast<std::byte>((1 << width) - 1);
  const int64_t bytes = (unpacks ? from : to).type.bytes();
  return [=, from = from.place, to = to.place](const Frame& frame) {
    const std::byte* source = frame.at(from);
    std::byte* target = frame.at(to);
    auto task = [&](int64_t block, int) {
      const int64_t last = std::min(bytes, (block + 1) * kTaskBytes);
      for (int64_t byte = block * kTaskBytes; byte < last; byte++) {
        std::byte packed = unpacks ? source[byte] : std::byte{0};
        for (int part = 0; part < parts; part++)
          if (unpacks)
            target[parts * byte + part] = packed >> (part * width) & mask;
          else
            packed |= source[parts * byte + part] << (part * width);
        if (!unpacks) target[byte] = packed;
      }
    };
    frame.team.run(divide_up(bytes, kTaskBytes), task);
  };
}

/// Whether bytes become other bytes or parts of a byte, or elements become others as wide.
bool supports_bitcast(const ir::Operation& op) {
  const int from = ir::bit_width(op.operand_type(0).element),
            to = ir::bit_width(op.result_type().element);
  return from == to || (std::max(from, to) % 8 == 0 && 8 % std::min({from, to, 8}) == 0);
}

/// The bytes stay, but where one side has parts of them.
Run lower_bitcast(Lowering& lowering) {
  const auto is_part = [](const View& view) { return ir::bit_width(view.type.element) < 8; };
  if (is_part(lowering.operands[0]) != is_part(lowering.results[0]))
    return lower_bits(lowering.operands[0], lowering.results[0]);
  const ir::Type bytes = ir::Type::tensor(ir::ElementType::i8, {lowering.results[0].type.bytes()});
  View from = dense_view(bytes), to = from;
  from.place = lowering.operands[0].place;
  to.place = lowering.results[0].place;
  return [copy = lower_copy(from, to), from = from.place, to = to.place](const Frame& frame) {
    if (frame.at(from) != frame.at(to)) copy(frame);
  };
}

}  // namespace

std::vector<Rule> bitcast_convert_rules() {
  return {{.op = "stablehlo.bitcast_convert",
           .lower = lower_bitcast,
           .supports = supports_bitcast,
           .in_place = {0},
           .takes_complex = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
