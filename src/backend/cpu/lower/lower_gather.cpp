// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "backend/cpu/lower/movement.h"
#include "base/rounding.h"
#include "kernel/strided.h"
#include "op/gather.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCopy;
using kernel::StridedCursor;
using kernel::StridedLoops;

constexpr int64_t kGatheredElements = 16384;

/// Copies one slice of the operand for each index vector.
class Gather {
 public:
  explicit Gather(const Lowering& lowering);
  void run(const Frame& frame) const;

 private:
  struct StartAxis {
    int64_t last;            // the last start where the slice fits
    int64_t operand_stride;  // in elements
  };

  Place operand_, indices_, result_;
  ir::ElementType index_type_;
  int64_t bytes_;
  StridedLoops batches_;  // over index vectors: offsets in operand, indices and result
  std::vector<StartAxis> starts_;
  int64_t component_stride_ = 0;  // from one component of an index vector to the next
  std::vector<StridedCopy> slice_;
  int64_t count_ = 0, per_task_ = 1;
};

Gather::Gather(const Lowering& lowering)
    : operand_(lowering.operands[0].place),
      indices_(lowering.operands[1].place),
      result_(lowering.results[0].place),
      index_type_(lowering.operands[1].type.element),
      bytes_(static_cast<int64_t>(ir::byte_size(lowering.operands[0].type.element))) {
  const View &operand = lowering.operands[0], &indices = lowering.operands[1];
  const View& result = lowering.results[0];
  const op::GatherNumbers n = op::gather_numbers(lowering.op);
  const auto slice_sizes = lowering.op.ints_attribute("slice_sizes");
  const auto vector_axes = std::vector<int64_t>{n.index_vector_dim};
  const auto index_axes = other_axes(indices.type.rank(), vector_axes);
  batches_.strides = {std::vector<int64_t>(index_axes.size()), strides_of_axes(indices, index_axes),
                      strides_of_axes(result, other_axes(result.type.rank(), n.offset_dims))};
  for (size_t k = 0; k < index_axes.size(); k++) {
    batches_.sizes.push_back(indices.type.dim(index_axes[k]));
    const auto& batching = n.start_indices_batching_dims;
    const auto at = std::find(batching.begin(), batching.end(), index_axes[k]);
    if (at == batching.end()) continue;
    const auto which = static_cast<size_t>(at - batching.begin());
    batches_.strides[0][k] = operand.strides[static_cast<size_t>(n.operand_batching_dims[which])];
  }
  for (int64_t axis : n.start_index_map) {
    const auto d = static_cast<size_t>(axis);
    starts_.push_back({operand.type.shape[d] - slice_sizes[d], operand.strides[d]});
  }
  if (n.index_vector_dim < indices.type.rank())
    component_stride_ = indices.strides[static_cast<size_t>(n.index_vector_dim)];
  std::vector<int64_t> dropped = n.collapsed_slice_dims;
  dropped.insert(dropped.end(), n.operand_batching_dims.begin(), n.operand_batching_dims.end());
  const auto kept = other_axes(operand.type.rank(), dropped);
  ir::Shape sizes;
  for (int64_t axis : kept) sizes.push_back(slice_sizes[static_cast<size_t>(axis)]);
  slice_.emplace_back(ir::byte_size(operand.type.element), sizes, strides_of_axes(operand, kept),
                      strides_of_axes(result, n.offset_dims));
  count_ = result.type.count() == 0 ? 0 : batches_.count();
  per_task_ =
      std::max<int64_t>(1, kGatheredElements / std::max<int64_t>(1, ir::element_count(sizes)));
  kernel::collapse(batches_);
}

void Gather::run(const Frame& frame) const {
  const std::byte* operand = frame.at(operand_);
  const std::byte* indices = frame.at(indices_);
  std::byte* result = frame.at(result_);
  const auto index_bytes = static_cast<int64_t>(ir::byte_size(index_type_));
  auto task = [&](int64_t index, int) {
    const int64_t first = index * per_task_, last = std::min(count_, first + per_task_);
    std::array<StridedCursor, 3> at = {StridedCursor(batches_.sizes, batches_.strides[0], first),
                                       StridedCursor(batches_.sizes, batches_.strides[1], first),
                                       StridedCursor(batches_.sizes, batches_.strides[2], first)};
    for (int64_t batch = first; batch < last; batch++) {
      int64_t from = at[0].offset(), component = at[1].offset();
      for (const StartAxis& axis : starts_) {
        const int64_t start = load_index(index_type_, indices + component * index_bytes);
        from += std::clamp<int64_t>(start, 0, axis.last) * axis.operand_stride;
        component += component_stride_;
      }
      slice_[0].run(operand + from * bytes_, result + at[2].offset() * bytes_);
      for (StridedCursor& cursor : at) cursor.advance(1);
    }
  };
  frame.team.run(divide_up(count_, per_task_), task);
}

Run lower_gather(Lowering& lowering) {
  return [gather = Gather(lowering)](const Frame& frame) { gather.run(frame); };
}

}  // namespace

std::vector<Rule> gather_rules() {
  return {{.op = "stablehlo.gather",
           .lower = lower_gather,
           .strided_operands = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
