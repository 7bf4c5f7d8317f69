// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type &in = op.operand_type(0), &out = declared(op);
  const int64_t from = bit_width(in.storage()), to = bit_width(out.storage());
  constraint(op, is_complex(in.element) == is_complex(out.element), "bitcast_convert_c2",
             "reads {} as {}, expected both complex or neither", in.str(), out.str());
  Shape expected = in.shape;
  if (to < from) {
    constraint(op, from % to == 0, "bitcast_convert_c1",
               "elements of {} bits are no whole number of elements of {} bits", from, to);
    expected.push_back(from / to);
  }
  if (to > from) {
    constraint(op,
               !expected.empty() && to % from == 0 && ir::compatible(expected.back(), to / from),
               "bitcast_convert_c1",
               "the last dimension of {} cannot be read as {}, expected a multiple of its size",
               in.str(), name_of(out.element));
    expected.pop_back();
  }
  constraint(op, ir::compatible(out.shape, expected), "bitcast_convert_c1",
             "the shape is {}, expected {}", ir::str(out.shape), ir::str(expected));
  return {out.with(expected)};
}

bool takes_whole_bytes(const Type& type) {
  return bit_width(type.storage()) % 8 == 0;
}

/// Elements narrower than a byte: element 0 of the innermost axis holds the lowest bits.
ir::Tensor cast_bits(const ir::Tensor& source, const Type& result) {
  const auto from = bit_width(source.type().storage()), to = bit_width(result.storage());
  const std::vector<std::byte> in = source.expanded();
  std::vector<std::byte> out(static_cast<size_t>(result.bytes()));
  const auto place = [](int64_t bit, int width) {  // byte and bit of a bit of packed elements
    const int64_t bytes = (width + 7) / 8;
    return std::pair(static_cast<size_t>(bit / width * bytes + bit % width / 8),
                     static_cast<int>(bit % width % 8));
  };
  for (int64_t bit = 0; bit < result.count() * to; bit++) {
    const auto [from_byte, from_bit] = place(bit, from);
    const auto [to_byte, to_bit] = place(bit, to);
    out[to_byte] |= (in[from_byte] >> from_bit & std::byte{1}) << to_bit;
  }
  return {result, std::move(out)};
}

}  // namespace

OpDef bitcast_convert() {
  return {
      .name = "stablehlo.bitcast_convert",
      .assembly = "$0 : functional",
      .infer = infer,
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        const ir::Tensor source = in[0]->tensor();
        const Type& result = op.result_type();
        if (takes_whole_bytes(source.type()) && takes_whole_bytes(result))
          return {Array(ir::Tensor(result, source.expanded()))};
        return {Array(cast_bits(source, result))};
      },
      .no_derivative = "a bit pattern is not a continuous number",
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
