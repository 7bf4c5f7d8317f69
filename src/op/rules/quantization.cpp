// SPDX-License-Identifier: Apache-2.0
#include "op/rules/quantization.h"

#include <algorithm>
#include <cmath>

#include "ir/small_float.h"

namespace tutti::op {
namespace {

/// Which of the scales belongs to an element.
class ScaleIndex {
 public:
  explicit ScaleIndex(const Type& type) {
    const int64_t axis = type.quantization().axis;
    if (axis < 0) return;
    step_ = ir::strides_of(type.shape)[static_cast<size_t>(axis)];
    size_ = type.dim(axis);
  }
  size_t of(int64_t element) const { return static_cast<size_t>(element / step_ % size_); }

 private:
  int64_t step_ = 1, size_ = 1;
};

}  // namespace

Array dequantized(const Array& array) {
  const ir::Quantization& q = array.type.quantization();
  Array out(array.type.with(q.expressed));
  const ScaleIndex index(array.type);
  for (int64_t k = 0; k < out.count(); k++) {
    const size_t s = index.of(k);
    out.f(k) = ir::round_to(
        static_cast<double>(array.i(k) - q.zero_points[s]) * ir::round_to(q.scales[s], q.expressed),
        q.expressed);
  }
  return out;
}

Array quantized(const Array& floats, const Type& type) {
  const ir::Quantization& q = type.quantization();
  Array out(type.with(floats.type.shape));
  const ScaleIndex index(out.type);
  for (int64_t k = 0; k < out.count(); k++) {
    const size_t s = index.of(k);
    const double scale = ir::round_to(q.scales[s], q.expressed);
    const double ratio = ir::round_to(floats.f(k) / scale, q.expressed);
    const double moved = ir::round_to(ratio + static_cast<double>(q.zero_points[s]), q.expressed);
    const double kept = std::clamp(moved, static_cast<double>(q.low), static_cast<double>(q.high));
    out.i(k) = std::isnan(kept) ? 0 : static_cast<int64_t>(std::nearbyint(kept));
  }
  return out;
}

bool computes_dequantized(const Operation& op) {
  constexpr std::string_view kOwn[] = {"stablehlo.constant", "stablehlo.uniform_quantize",
                                       "stablehlo.uniform_dequantize", "stablehlo.bitcast_convert",
                                       "stablehlo.optimization_barrier"};
  bool any = false;
  for (ir::Value operand : op.operands) any = any || operand->type.is_quantized();
  for (size_t i = 0; i < op.result_count(); i++) any = any || op.result_type(i).is_quantized();
  return any && op.regions.empty() && op.name().starts_with("stablehlo.") &&
         !op.attributes.find("callee") &&
         std::find(std::begin(kOwn), std::end(kOwn), op.name()) == std::end(kOwn);
}

const Type* combined_type(const Operation& op, size_t operand) {
  constexpr std::string_view kCombining[] = {
      "stablehlo.all_reduce",    "stablehlo.reduce",  "stablehlo.reduce_scatter",
      "stablehlo.reduce_window", "stablehlo.scatter", "stablehlo.select_and_scatter"};
  const Type& given = op.operand_type(operand);
  if (!given.is_quantized() ||
      std::find(std::begin(kCombining), std::end(kCombining), op.name()) == std::end(kCombining))
    return nullptr;
  // What selects sees the operand as it is.
  if (op.name() == "stablehlo.select_and_scatter" && operand == 0) return nullptr;
  const auto& arguments = op.regions.back()->arguments;
  const size_t count = arguments.size() / 2;
  // A scatter's indices are between its inputs and its updates.
  const bool is_update = op.name() == "stablehlo.scatter" && operand > count;
  const Type& combined = arguments[(operand - (is_update ? 1 : 0)) % count]->type;
  return combined == given.with(ir::Shape()) ? nullptr : &combined;
}

}  // namespace tutti::op
