// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/lower/movement.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCopy;

/// Start indices that are read at run time and moved so that a part fits.
class StartIndices {
 public:
  /// Operands from `first` on are the indices of a part of `sizes` of `whole`.
  StartIndices(const Lowering& lowering, size_t first, const View& whole, const ir::Shape& sizes)
      : bytes_(static_cast<int64_t>(ir::byte_size(whole.type.element))) {
    for (size_t d = 0; d < sizes.size(); d++)
      axes_.push_back(
          {lowering.operands[first + d].place, whole.type.shape[d] - sizes[d], whole.strides[d]});
    if (!sizes.empty()) type_ = lowering.operands[first].type.element;
  }

  /// The part's offset in bytes.
  int64_t offset(const Frame& frame) const {
    int64_t offset = 0;
    for (const Axis& axis : axes_)
      offset +=
          std::clamp<int64_t>(load_index(type_, frame.at(axis.index)), 0, axis.last) * axis.stride;
    return offset * bytes_;
  }

 private:
  struct Axis {
    Place index;
    int64_t last, stride;
  };
  std::vector<Axis> axes_;
  ir::ElementType type_ = ir::ElementType::i64;
  int64_t bytes_;
};

Run lower_dynamic_slice(Lowering& lowering) {
  const View& operand = lowering.operands[0];
  const View& result = lowering.results[0];
  const StartIndices starts(lowering, 1, operand, result.type.shape);
  const StridedCopy copy(ir::byte_size(operand.type.element), result.type.shape, operand.strides,
                         result.strides);
  return [copy, starts, from = operand.place, to = result.place](const Frame& frame) {
    copy.run(frame.team, frame.at(from) + starts.offset(frame), frame.at(to));
  };
}

Run lower_dynamic_update_slice(Lowering& lowering) {
  const View& operand = lowering.operands[0];
  const View& update = lowering.operands[1];
  const View& result = lowering.results[0];
  const StartIndices starts(lowering, 2, result, update.type.shape);
  const StridedCopy copy(ir::byte_size(operand.type.element), update.type.shape, update.strides,
                         result.strides);
  return [copy, starts, whole = lower_copy(operand, result), operand = operand.place,
          from = update.place, to = result.place](const Frame& frame) {
    if (frame.at(operand) != frame.at(to)) whole(frame);
    copy.run(frame.team, frame.at(from), frame.at(to) + starts.offset(frame));
  };
}

}  // namespace

std::optional<View> moving_view(const ir::Type& type, const View& operand, int64_t index) {
  // In a dense operand, a part is dense where nothing but one element is before its first axis
  // that is cut, and all is after it.
  size_t axis = 0;
  while (axis < type.shape.size() && type.shape[axis] == 1) axis++;
  bool is_dense = operand.dense && type.count() > 0 && type.count() < operand.type.count();
  for (axis++; axis < type.shape.size(); axis++)
    is_dense = is_dense && type.shape[axis] == operand.type.shape[axis];
  if (!is_dense || operand.place.moving >= 0) return std::nullopt;
  View view = operand;
  view.type = type;
  view.strides = ir::strides_of(type.shape);
  view.place.moving = index;
  return view;
}

Run lower_start(const Lowering& lowering, int64_t index) {
  const bool slices = lowering.op.name() == "stablehlo.dynamic_slice";
  const ir::Type& part = slices ? lowering.op.result_type() : lowering.op.operand_type(1);
  const StartIndices starts(lowering, 1, lowering.operands[0], part.shape);
  return [starts, at = static_cast<size_t>(index)](const Frame& frame) {
    frame.starts[at] = starts.offset(frame);
  };
}

std::vector<Rule> dynamic_slice_rules() {
  Rule slice{.op = "stablehlo.dynamic_slice", .lower = lower_dynamic_slice};
  slice.strided_operands = slice.takes_narrow = true;
  Rule update{.op = "stablehlo.dynamic_update_slice", .lower = lower_dynamic_update_slice};
  update.strided_operands = update.takes_narrow = true;
  update.in_place = {0};
  return {slice, update};
}

}  // namespace tutti::backend::cpu
