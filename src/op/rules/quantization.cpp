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

}  // namespace tutti::op
