// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/lower/movement.h"
#include "backend/cpu/lower/region_rules.h"
#include "base/rounding.h"
#include "kernel/lanes.h"
#include "op/rules/common.h"
#include "op/rules/reduction.h"
#include "op/scatter.h"

namespace tutti::backend::cpu {
namespace {

using kernel::BlockFunction;
using kernel::BlockSource;
using kernel::FoldFunction;
using kernel::StridedCursor;
using kernel::StridedLoops;

// Columns of a window that one task updates; updates of one element never meet in two tasks.
constexpr int64_t kColumns = 128;
constexpr int64_t kShortRun = 8;

/// Whether the body is one commutative operation, or returns the update.
bool replaces(const ir::Operation& op) {
  const ir::Block& body = *op.regions[0];
  return body.operations.size() == 1 && body.arguments.size() == 2 &&
         body.terminator().operand_count() == 1 &&
         body.terminator().operand(0) == body.arguments[1].get();
}

/// Whether it has one input and a body that has kernels.
bool is_plain(const ir::Operation& op) {
  if (op.operand_count() != 3 || op.result_type().element != op.operand_type(0).element)
    return false;
  const ir::Operation* reducer = op::reducer_of(op);
  return replaces(op) ||
         (reducer && kernel::fold_function(reducer->name(), op.operand_type(0).element));
}

bool supports_scatter(const ir::Operation& op) {
  return is_plain(op) || supports_region_scatter(op);
}

/// Combines runs of updates with what is there.
class Combine {
 public:
  Combine(const ir::Operation& op, int64_t longest, int64_t update_stride, int64_t result_stride)
      : type_(op.operand_type(0).element),
        bytes_(static_cast<int64_t>(ir::byte_size(type_))),
        update_stride_(update_stride),
        result_stride_(result_stride),
        updates_(type_, {longest}, {update_stride}),
        current_(type_, {longest}, {1}) {
    if (replaces(op)) return;
    const std::string_view name = op::reducer_of(op)->name();
    function_ = kernel::elementwise_function(name, type_);
    fold_ = kernel::fold_function(name, type_);
  }

  void run(const std::byte* update, std::byte* result, int64_t count) const {
    if (fold_ && result_stride_ == 1 && count >= kShortRun)
      for (int64_t first = 0; first < count; first += kernel::kBlock)
        combine_block(update, result, first, std::min(kernel::kBlock, count - first));
    else
      for (int64_t i = 0; i < count; i++)
        combine_element(update + i * update_stride_ * bytes_, result + i * result_stride_ * bytes_);
  }

 private:
  void combine_block(const std::byte* update, std::byte* result, int64_t first,
                     int64_t count) const {
    alignas(64) std::byte buffers[3][kernel::kBlockBytes];
    // A run that repeats one element has no offsets.
    const int64_t from = updates_.is_splat() ? 0 : first;
    const void* operands[] = {
        current_.read(result, current_.is_splat() ? 0 : first, count, true, buffers[0]),
        updates_.read(update, from, count, true, buffers[1])};
    function_(operands, buffers[2]);
    kernel::store_lanes(type_, buffers[2], count, result + first * bytes_);
  }

  void combine_element(const std::byte* update, std::byte* result) const {
    if (!fold_) {
      std::memcpy(result, update, static_cast<size_t>(bytes_));
      return;
    }
    alignas(8) std::byte pair[2 * 8], combined[8];
    load(result, pair);
    load(update, pair + kernel::compute_bytes(type_));
    fold_(pair, 2, combined);
    kernel::store_lanes(type_, combined, 1, result);
  }

  void load(const std::byte* from, std::byte* to) const {
    if (kernel::is_narrow(type_))
      kernel::widen(type_, from, 1, to);
    else
      std::memcpy(to, from, static_cast<size_t>(bytes_));
  }

  ir::ElementType type_;
  int64_t bytes_, update_stride_, result_stride_;
  BlockSource updates_, current_;
  BlockFunction function_ = nullptr;
  FoldFunction fold_ = nullptr;
};

/// Applies a window of updates for each index vector, in order. A window that is not completely
/// inside is dropped.
class Scatter {
 public:
  explicit Scatter(const Lowering& lowering);
  void run(const Frame& frame) const;

 private:
  struct WindowAxis {
    int64_t size, limit;  // of the updates, of the input
    int64_t update_stride, result_stride;
    int64_t component = -1;  // of the index vector that moves it
  };
  struct IndexAxis {  // an axis of the input where a window has one element
    int64_t limit, result_stride, component;
  };

  void prepare_window(const Lowering& lowering, const op::ScatterNumbers& n);
  void prepare_batches(const Lowering& lowering, const op::ScatterNumbers& n);
  int64_t index_at(const std::byte* indices, int64_t offset, int64_t component) const;
  void apply(int64_t columns, const std::byte* updates, std::byte* result) const;
  void apply_columns(const Frame& frame, int64_t first, int64_t last) const;

  Place input_, indices_, updates_, result_;
  ir::ElementType index_type_;
  int64_t bytes_, count_ = 0, component_stride_ = 0;
  Run copy_;
  StridedLoops batches_;  // over index vectors: offsets in indices, updates and result
  std::vector<WindowAxis> window_;
  std::vector<IndexAxis> index_axes_;
  std::vector<Combine> combine_;
};

Scatter::Scatter(const Lowering& lowering)
    : input_(lowering.operands[0].place),
      indices_(lowering.operands[1].place),
      updates_(lowering.operands[2].place),
      result_(lowering.results[0].place),
      index_type_(lowering.operands[1].type.element),
      bytes_(static_cast<int64_t>(ir::byte_size(lowering.operands[0].type.element))),
      copy_(lower_copy(lowering.operands[0], lowering.results[0])) {
  const op::ScatterNumbers n = op::scatter_numbers(lowering.op);
  prepare_window(lowering, n);
  prepare_batches(lowering, n);
  const View& indices = lowering.operands[1];
  if (n.index_vector_dim < indices.type.rank())
    component_stride_ = indices.strides[static_cast<size_t>(n.index_vector_dim)];
  count_ = lowering.operands[2].type.count() == 0 ? 0 : batches_.count();
  kernel::collapse(batches_);
  const WindowAxis& inner = window_.back();
  combine_.emplace_back(lowering.op, inner.size, inner.update_stride, inner.result_stride);
}

void Scatter::prepare_window(const Lowering& lowering, const op::ScatterNumbers& n) {
  const View &updates = lowering.operands[2], &result = lowering.results[0];
  const auto component_of = [&](int64_t axis) -> int64_t {
    const auto& moved = n.scatter_dims_to_operand_dims;
    const auto at = std::find(moved.begin(), moved.end(), axis);
    return at == moved.end() ? -1 : at - moved.begin();
  };
  std::vector<int64_t> without_window = n.inserted_window_dims;
  without_window.insert(without_window.end(), n.input_batching_dims.begin(),
                        n.input_batching_dims.end());
  const auto axes = other_axes(result.type.rank(), without_window);
  for (size_t k = 0; k < axes.size(); k++) {
    const auto from = static_cast<size_t>(n.update_window_dims[k]);
    const auto to = static_cast<size_t>(axes[k]);
    window_.push_back({updates.type.shape[from], result.type.shape[to], updates.strides[from],
                       result.strides[to], component_of(axes[k])});
  }
  for (int64_t axis : n.inserted_window_dims) {
    const auto d = static_cast<size_t>(axis);
    if (component_of(axis) >= 0)
      index_axes_.push_back({result.type.shape[d], result.strides[d], component_of(axis)});
  }
  if (window_.empty()) window_.push_back({1, 1, 1, 1});
  if (window_.size() > kernel::kMaxAxes)
    ir::operation_error(lowering.op, fmt::format("a window has {} axes, expected at most {}",
                                                 window_.size(), kernel::kMaxAxes));
}

void Scatter::prepare_batches(const Lowering& lowering, const op::ScatterNumbers& n) {
  const View &indices = lowering.operands[1], &updates = lowering.operands[2];
  const auto axes = other_axes(indices.type.rank(), {n.index_vector_dim});
  batches_.strides = {
      strides_of_axes(indices, axes),
      strides_of_axes(updates, other_axes(updates.type.rank(), n.update_window_dims)),
      std::vector<int64_t>(axes.size())};
  for (size_t k = 0; k < axes.size(); k++) {
    batches_.sizes.push_back(indices.type.dim(axes[k]));
    const auto& batching = n.scatter_indices_batching_dims;
    const auto at = std::find(batching.begin(), batching.end(), axes[k]);
    if (at == batching.end()) continue;
    const auto which = static_cast<size_t>(at - batching.begin());
    batches_.strides[2][k] =
        lowering.results[0].strides[static_cast<size_t>(n.input_batching_dims[which])];
  }
}

int64_t Scatter::index_at(const std::byte* indices, int64_t offset, int64_t component) const {
  const auto bytes = static_cast<int64_t>(ir::byte_size(index_type_));
  return load_index(index_type_, indices + (offset + component * component_stride_) * bytes);
}

void Scatter::apply(int64_t columns, const std::byte* updates, std::byte* result) const {
  const size_t inner = window_.size() - 1;
  std::array<int64_t, kernel::kMaxAxes> index = {};
  while (true) {
    int64_t from = 0, to = 0;
    for (size_t axis = 0; axis < inner; axis++) {
      from += index[axis] * window_[axis].update_stride;
      to += index[axis] * window_[axis].result_stride;
    }
    combine_[0].run(updates + from * bytes_, result + to * bytes_, columns);
    size_t axis = inner;
    while (axis > 0 && ++index[axis - 1] == window_[axis - 1].size) index[--axis] = 0;
    if (axis == 0) return;
  }
}

/// Columns `first` to `last` of every window.
void Scatter::apply_columns(const Frame& frame, int64_t first, int64_t last) const {
  const std::byte* indices = frame.at(indices_);
  const WindowAxis& inner = window_.back();
  StridedCursor index_at_batch(batches_.sizes, batches_.strides[0], 0);
  StridedCursor update_at(batches_.sizes, batches_.strides[1], 0);
  StridedCursor result_at(batches_.sizes, batches_.strides[2], 0);
  for (int64_t batch = 0; batch < count_; batch++) {
    int64_t to = result_at.offset() + first * inner.result_stride;
    bool inside = true;
    const auto begin = [&](int64_t component, int64_t last_start, int64_t stride) {
      const int64_t start = index_at(indices, index_at_batch.offset(), component);
      inside = start >= 0 && start <= last_start;
      if (inside) to += start * stride;
    };
    for (size_t k = 0; k < index_axes_.size() && inside; k++)
      begin(index_axes_[k].component, index_axes_[k].limit - 1, index_axes_[k].result_stride);
    for (size_t k = 0; k < window_.size() && inside; k++)
      if (window_[k].component >= 0)
        begin(window_[k].component, window_[k].limit - window_[k].size, window_[k].result_stride);
    const int64_t from = update_at.offset() + first * inner.update_stride;
    if (inside)
      apply(last - first, frame.at(updates_) + from * bytes_, frame.at(result_) + to * bytes_);
    for (StridedCursor* cursor : {&index_at_batch, &update_at, &result_at}) cursor->advance(1);
  }
}

void Scatter::run(const Frame& frame) const {
  if (frame.at(input_) != frame.at(result_)) copy_(frame);
  // Windows whose columns move can overlap, so one task takes them all.
  const WindowAxis& inner = window_.back();
  const int64_t columns = inner.component < 0 ? kColumns : inner.size;
  auto task = [&](int64_t index, int) {
    apply_columns(frame, index * columns, std::min(inner.size, (index + 1) * columns));
  };
  frame.team.run(count_ == 0 ? 0 : divide_up(inner.size, columns), task);
}

int64_t scatter_workspace(const Lowering& lowering) {
  return is_plain(lowering.op) ? 0 : region_scatter_workspace(lowering);
}

Run lower_scatter(Lowering& lowering) {
  if (!is_plain(lowering.op)) return lower_region_scatter(lowering);
  return [scatter = Scatter(lowering)](const Frame& frame) { scatter.run(frame); };
}

}  // namespace

std::vector<Rule> scatter_rules() {
  Rule rule{.op = "stablehlo.scatter", .lower = lower_scatter};
  rule.supports = supports_scatter;
  rule.workspace_bytes = scatter_workspace;
  rule.strided_operands = rule.takes_narrow = true;
  rule.in_place = {0};
  return {rule};
}

}  // namespace tutti::backend::cpu
