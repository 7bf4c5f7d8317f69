// SPDX-License-Identifier: Apache-2.0
// Convolutions as one product whose left operand is gathered from a copy of the input, with its
// padding and the gaps of its dilation. The address of an element under a window is the copy's
// start plus the window's offset plus that of the place in the window. Rows are in the result's
// order, and terms of a sum in the kernel's.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>

#include "backend/cpu/lower/convolution_sides.h"
#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/packed_matmul.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using ir::ElementType;
using kernel::StridedCopy;
using Axes = std::vector<int64_t>;

constexpr int64_t kFloatBytes = sizeof(float);
constexpr int64_t kClearedBytes = int64_t{1} << 18;  // by a task

/// The offsets of all elements of a tensor of these sizes and steps, row-major.
Axes all_offsets(const Axes& sizes, const Axes& steps) {
  Axes offsets = {0};
  for (size_t axis = 0; axis < sizes.size(); axis++) {
    Axes longer;
    for (int64_t offset : offsets)
      for (int64_t i = 0; i < sizes[axis]; i++) longer.push_back(offset + i * steps[axis]);
    offsets = std::move(longer);
  }
  return offsets;
}

/// The axes by falling strides.
std::vector<size_t> axes_in_memory(const Axes& strides) {
  std::vector<size_t> order(strides.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return std::abs(strides[a]) > std::abs(strides[b]); });
  return order;
}

class GatheredConvolution {
 public:
  explicit GatheredConvolution(const Lowering& lowering);
  int64_t workspace_bytes() const { return end_; }
  void run(const Frame& frame) const;

 private:
  void prepare_input();
  void prepare_copy(const Axes& sizes, const Axes& padded, const Axes& bases, const Axes& firsts);
  void prepare_kernel(kernel::GatheredOperands& operands);
  Axes window_offsets() const;

  View input_, kernel_, result_;
  ConvolutionSides sides_;
  int64_t groups_, batch_groups_, images_, features_, outputs_;  // of one group
  Axes strides_;               // of the input, or of its copy; in bytes, as what follows
  int64_t from_ = 0, to_ = 0;  // of the first element that a window reads; in the copy
  int64_t first_place_ = 0;    // of a window
  std::optional<StridedCopy> pad_, pack_kernel_;
  std::optional<kernel::PackedMatmul> product_;
  int64_t padded_bytes_ = 0;                    // of the copy, at the front of the workspace
  int64_t packed_ = 0, scratch_ = 0, end_ = 0;  // in the workspace
  Place workspace_;
};

GatheredConvolution::GatheredConvolution(const Lowering& lowering)
    : input_(lowering.operands[0]),
      kernel_(lowering.operands[1]),
      result_(lowering.results[0]),
      sides_(lowering.op),
      batch_groups_(lowering.op.int_attribute("batch_group_count", 1)),
      workspace_(lowering.workspace.place) {
  groups_ = std::max(batch_groups_, lowering.op.int_attribute("feature_group_count", 1));
  images_ = result_.type.dim(sides_.output.batch);
  features_ = kernel_.type.dim(sides_.kernel.batch);
  outputs_ = kernel_.type.dim(sides_.kernel.feature) / groups_;
  prepare_input();
  kernel::GatheredOperands operands;
  prepare_kernel(operands);
  operands.rows = window_offsets();
  operands.c_row_stride = outputs_ * groups_;
  product_.emplace(std::move(operands), outputs_);
  end_ = checked_add(scratch_, static_cast<int64_t>(product_->workspace_bytes(lowering.workers)),
                     "a convolution's workspace");
}

/// Windows read positions from -low on of the dilated input. Where all of these are elements, the
/// input itself is read, without a copy.
void GatheredConvolution::prepare_input() {
  Axes sizes = input_.type.shape, padded = sizes;
  Axes bases(sizes.size(), 1), firsts(sizes.size(), 0);  // of the elements in the copy
  bool needs_no_copy = true;
  for (size_t d = 0; d < sides_.window.size(); d++) {
    const auto axis = static_cast<size_t>(sides_.input.spatial[d]);
    const op::WindowAxis& window = sides_.window[d];
    const int64_t seen = (result_.type.dim(sides_.output.spatial[d]) - 1) * window.stride +
                         (window.size - 1) * window.window_dilation + 1;
    const int64_t base = window.base_dilation;
    needs_no_copy =
        needs_no_copy && base == 1 && window.low <= 0 && seen - window.low <= sizes[axis];
    // The elements e with 0 <= base * e + low < seen.
    const int64_t first = window.low >= 0 ? 0 : divide_up(-window.low, base);
    const int64_t end = seen <= window.low ? 0 : divide_up(seen - window.low, base);
    sizes[axis] = std::max<int64_t>(0, std::min(sizes[axis], end) - first);
    padded[axis] = seen;
    bases[axis] = base;
    firsts[axis] = base * first + window.low;
    from_ += first * input_.strides[axis] * kFloatBytes;
  }
  strides_ = input_.strides;
  if (!needs_no_copy) prepare_copy(sizes, padded, bases, firsts);
  for (int64_t& stride : strides_) stride *= kFloatBytes;
}

/// The copy's axes are in the input's order in memory.
void GatheredConvolution::prepare_copy(const Axes& sizes, const Axes& padded, const Axes& bases,
                                       const Axes& firsts) {
  const std::vector<size_t> order = axes_in_memory(input_.strides);
  int64_t count = 1;
  for (size_t i = order.size(); i-- > 0;) {
    strides_[order[i]] = count;
    count = checked_multiply(count, padded[order[i]], "a convolution's input");
  }
  padded_bytes_ = checked_multiply(count, kFloatBytes, "a convolution's input");
  if (ir::element_count(sizes) == 0) return;
  Axes to_strides = strides_;
  for (size_t axis = 0; axis < sizes.size(); axis++) {
    to_strides[axis] *= bases[axis];
    to_ += firsts[axis] * strides_[axis] * kFloatBytes;
  }
  pad_.emplace(static_cast<size_t>(kFloatBytes), sizes, input_.strides, to_strides);
}

/// Sums run in the order that the kernel's axes have in memory if its outputs are contiguous there;
/// otherwise, when the kernel must be packed, in the order of its type's axes.
void GatheredConvolution::prepare_kernel(kernel::GatheredOperands& operands) {
  const auto& [batch, feature, spatial] = sides_.kernel;
  Axes order, sizes, steps, from_strides;
  for (int64_t axis = 0; axis < kernel_.type.rank(); axis++)
    if (axis != feature) order.push_back(axis);
  const auto size_of = [&](int64_t axis) { return kernel_.type.dim(axis); };
  const auto stride_of = [&](int64_t axis) { return kernel_.strides[static_cast<size_t>(axis)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return stride_of(a) > stride_of(b); });
  int64_t step = outputs_ * groups_;
  bool needs_no_copy = outputs_ * groups_ == 1 || stride_of(feature) == 1;
  for (size_t i = order.size(); i-- > 0;) {
    needs_no_copy = needs_no_copy && (size_of(order[i]) == 1 || stride_of(order[i]) == step);
    step *= size_of(order[i]);
  }
  for (int64_t axis : order) {
    sizes.push_back(size_of(axis));
    from_strides.push_back(stride_of(axis));
    if (axis == batch) {
      steps.push_back(strides_[static_cast<size_t>(sides_.input.feature)]);
      continue;
    }
    const auto d =
        static_cast<size_t>(std::find(spatial.begin(), spatial.end(), axis) - spatial.begin());
    const op::WindowAxis& window = sides_.window[d];
    const int64_t stride =
        strides_[static_cast<size_t>(sides_.input.spatial[d])] * window.window_dilation;
    steps.push_back(window.reversed ? -stride : stride);
    if (window.reversed) first_place_ += (window.size - 1) * stride;
  }
  operands.units = all_offsets(sizes, steps);
  operands.b_row_stride = outputs_ * groups_;
  packed_ = checked_round_up(padded_bytes_, kCacheLine, "a convolution's workspace");
  scratch_ = packed_;
  if (needs_no_copy) return;
  sizes.push_back(outputs_ * groups_);
  from_strides.push_back(stride_of(feature));
  pack_kernel_.emplace(static_cast<size_t>(kFloatBytes), sizes, from_strides,
                       ir::strides_of(sizes));
  scratch_ = checked_round_up(
      checked_add(packed_,
                  checked_multiply(kernel_.type.count(), kFloatBytes, "a convolution's kernel"),
                  "a convolution's workspace"),
      kCacheLine, "a convolution's workspace");
}

Axes GatheredConvolution::window_offsets() const {
  Axes sizes, steps;
  for (int64_t axis = 0; axis + 1 < result_.type.rank(); axis++) {
    sizes.push_back(result_.type.dim(axis));
    if (axis == sides_.output.batch) {
      steps.push_back(strides_[static_cast<size_t>(sides_.input.batch)]);
      continue;
    }
    const auto& spatial = sides_.output.spatial;
    const auto d =
        static_cast<size_t>(std::find(spatial.begin(), spatial.end(), axis) - spatial.begin());
    steps.push_back(strides_[static_cast<size_t>(sides_.input.spatial[d])] *
                    sides_.window[d].stride);
  }
  return all_offsets(sizes, steps);
}

void GatheredConvolution::run(const Frame& frame) const {
  const std::byte* input = frame.at(input_.place) + from_;
  std::byte* memory = frame.at(workspace_);
  if (padded_bytes_ > 0) {
    auto clear = [&](int64_t index, int) {
      const int64_t first = index * kClearedBytes;
      std::memset(memory + first, 0,
                  static_cast<size_t>(std::min(kClearedBytes, padded_bytes_ - first)));
    };
    frame.team.run(divide_up(padded_bytes_, kClearedBytes), clear);
    if (pad_) pad_->run(frame.team, input, memory + to_);
    input = memory;
  }
  const std::byte* kernel = frame.at(kernel_.place);
  if (pack_kernel_) {
    pack_kernel_->run(frame.team, kernel, memory + packed_);
    kernel = memory + packed_;
  }
  const auto axis =
      static_cast<size_t>(batch_groups_ > 1 ? sides_.input.batch : sides_.input.feature);
  const int64_t step = (batch_groups_ > 1 ? images_ : features_) * strides_[axis];
  for (int64_t group = 0; group < groups_; group++) {
    const int64_t outputs = group * outputs_ * kFloatBytes;
    product_->run(frame.team,
                  {.a = input + first_place_ + group * step,
                   .b = kernel + outputs,
                   .c = frame.at(result_.place) + outputs},
                  memory + scratch_);
  }
}

}  // namespace

bool gathers_convolution(const Lowering& lowering) {
  const auto is_float = [](const View& view) { return view.type.element == ElementType::f32; };
  const View& result = lowering.results[0];
  return kernel::has_avx512_product(ElementType::f32) && is_float(lowering.operands[0]) &&
         is_float(lowering.operands[1]) && is_float(result) && result.type.count() > 0 &&
         lowering.operands[1].type.count() > 0 &&
         ConvolutionSides(lowering.op).output.feature + 1 == result.type.rank();
}

int64_t gathered_convolution_bytes(const Lowering& lowering) {
  return GatheredConvolution(lowering).workspace_bytes();
}

Run lower_gathered_convolution(Lowering& lowering) {
  const auto convolution = std::make_shared<GatheredConvolution>(lowering);
  return [convolution](const Frame& frame) { convolution->run(frame); };
}
}  // namespace tutti::backend::cpu
