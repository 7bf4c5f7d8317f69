// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/lower/movement.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCopy;

/// The elements [first, last) of an axis that remain where negative padding cuts some off, and the
/// place of the first of them in the result.
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
  ir::Shape sizes;
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

}  // namespace

std::vector<Rule> pad_rules() {
  return {
      {.op = "stablehlo.pad", .lower = lower_pad, .strided_operands = true, .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
