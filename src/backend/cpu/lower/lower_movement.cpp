// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/lower/movement.h"
#include "base/rounding.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using ir::Shape;
using kernel::StridedCopy;

constexpr int64_t kTaskBytes = 4096;

/// A copy into or out of a part of a tensor; offsets are in bytes.
struct PartCopy {
  StridedCopy copy;
  Place from, to;
  int64_t from_offset = 0, to_offset = 0;

  void operator()(const Frame& frame) const {
    copy.run(frame.team, frame.at(from) + from_offset, frame.at(to) + to_offset);
  }
};

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

/// Which elements of an axis stay under padding that may cut: [first, last), and where the first
/// of them goes.
struct PaddedAxis {
  int64_t first, last, to;
};
PaddedAxis padded_axis(int64_t size, int64_t low, int64_t step, int64_t result_size) {
  const int64_t first = low < 0 ? divide_up(-low, step) : 0;
  const int64_t room = result_size - low;  // positions from the operand's start on
  const int64_t last = std::min(size, room > 0 ? divide_up(room, step) : 0);
  return {first, std::max(first, last), low + first * step};
}

Run lower_pad(Lowering& lowering) {
  const View& operand = lowering.operands[0];
  const View& result = lowering.results[0];
  const auto low = lowering.op.ints_attribute("edge_padding_low");
  const auto interior = lowering.op.ints_attribute("interior_padding");
  Shape sizes;
  std::vector<int64_t> steps;
  int64_t from = 0, to = 0;
  for (size_t d = 0; d < low.size(); d++) {
    const int64_t step = interior[d] + 1;
    const PaddedAxis axis = padded_axis(operand.type.shape[d], low[d], step, result.type.shape[d]);
    sizes.push_back(axis.last - axis.first);
    steps.push_back(result.strides[d] * step);
    from += axis.first * operand.strides[d];
    to += axis.to * result.strides[d];
  }
  const size_t bytes = ir::byte_size(operand.type.element);
  const std::vector<int64_t> repeated(result.type.shape.size());
  const PartCopy fill{StridedCopy(bytes, result.type.shape, repeated, result.strides),
                      lowering.operands[1].place, result.place};
  const PartCopy inside{StridedCopy(bytes, sizes, operand.strides, steps), operand.place,
                        result.place, from * operand.element_bytes(), to * result.element_bytes()};
  const bool empty = ir::element_count(sizes) == 0;
  return [fill, inside, empty](const Frame& frame) {
    fill(frame);
    if (!empty) inside(frame);
  };
}

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

/// Whether whole bytes stand for other bytes or for their parts, or elements for as wide ones.
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

/// Steps are done in their order: there is nothing to wait for.
Run lower_nothing(Lowering&) {
  return nullptr;
}

}  // namespace

int64_t load_index(ir::ElementType type, const std::byte* data) {
  const int64_t value = ir::load_int_element(type, data, 0);
  return value < 0 && type == ir::ElementType::ui64 ? INT64_MAX : value;
}

std::vector<int64_t> strides_of_axes(const View& view, const std::vector<int64_t>& axes) {
  std::vector<int64_t> strides;
  for (int64_t axis : axes) strides.push_back(view.strides[static_cast<size_t>(axis)]);
  return strides;
}

std::vector<int64_t> other_axes(int64_t rank, const std::vector<int64_t>& axes) {
  std::vector<int64_t> others;
  for (int64_t axis = 0; axis < rank; axis++)
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) others.push_back(axis);
  return others;
}

std::vector<Rule> movement_rules() {
  std::vector<Rule> rules = {
      {.op = "stablehlo.after_all", .lower = lower_nothing},
      {.op = "stablehlo.concatenate", .lower = lower_concatenate},
      {.op = "stablehlo.iota", .lower = lower_iota},
      {.op = "stablehlo.pad", .lower = lower_pad},
      {.op = "stablehlo.reverse", .lower = lower_reverse},
      gather_rule(),
  };
  for (Rule& rule : rules) rule.strided_operands = true;
  rules.push_back({.op = "stablehlo.bitcast_convert",
                   .lower = lower_bitcast,
                   .supports = supports_bitcast,
                   .in_place = {0},
                   .takes_complex = true});
  for (Rule& rule : dynamic_slice_rules()) rules.push_back(std::move(rule));
  rules.push_back(scatter_rule());
  rules.push_back(sort_rule());
  rules.push_back(top_k_rule());
  for (Rule& rule : rules) rule.takes_narrow = true;
  rules.push_back(reduce_precision_rule());
  rules.push_back(random_bits_rule());
  rules.push_back(random_numbers_rule());
  return rules;
}

}  // namespace tutti::backend::cpu
