// SPDX-License-Identifier: Apache-2.0
// Scatters with any body, over any number of inputs. Updates are applied in order, at once as long
// as they go to different elements.
#include <algorithm>
#include <array>
#include <cstring>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/lower/movement.h"
#include "backend/cpu/lower/region_program.h"
#include "backend/cpu/lower/region_rules.h"
#include "base/checked.h"
#include "kernel/lanes.h"
#include "kernel/strided.h"
#include "op/scatter.h"

namespace tutti::backend::cpu {
namespace {

using Index = std::array<int64_t, kernel::kMaxAxes>;

class RegionScatter {
 public:
  explicit RegionScatter(const Lowering& lowering);
  int64_t workspace_bytes() const;
  void run(const Frame& frame) const;

 private:
  struct Input {
    View updates, result;
    Place operand;
    Run copy;
  };
  /// An axis of the updates: it moves along the window, or from one index vector to the next.
  struct Axis {
    int64_t size, index_stride;
    int64_t result_axis;  // that it moves along by itself, or -1
  };
  /// Updates that wait to be applied, to different elements.
  struct Pending {
    int64_t count = 0;
    int32_t round = 1;
    int64_t targets[kLanes];
  };

  void prepare_axes(const Lowering& lowering, const op::ScatterNumbers& numbers);
  int64_t target(const Frame& frame, const Index& index) const;
  void flush(const Frame& frame, Pending& pending) const;
  int64_t* offsets(const Frame& frame, size_t input) const {
    return reinterpret_cast<int64_t*>(frame.at(workspace_) + program_.bytes()) +
           input * static_cast<size_t>(kLanes);
  }
  int32_t* stamps(const Frame& frame) const {
    return reinterpret_cast<int32_t*>(offsets(frame, inputs_.size()));
  }

  RegionProgram program_;
  std::vector<Input> inputs_;
  View indices_;
  ir::Shape shape_;       // of the inputs
  ir::Shape last_start_;  // where a window can begin at most
  std::vector<Axis> axes_;
  std::vector<int64_t> moved_;  // the result axis that each component of an index vector moves
  int64_t component_stride_ = 0, updates_;
  Place workspace_;  // registers, offsets of pending updates, the round that last met an element
};

RegionScatter::RegionScatter(const Lowering& lowering)
    : program_(lowering, 0),
      indices_(lowering.operands[lowering.results.size()]),
      shape_(lowering.results[0].type.shape),
      last_start_(shape_),
      updates_(lowering.operands[lowering.results.size() + 1].type.count()),
      workspace_(lowering.workspace.place) {
  const size_t count = lowering.results.size();
  for (size_t i = 0; i < count; i++)
    inputs_.push_back({lowering.operands[count + 1 + i], lowering.results[i],
                       lowering.operands[i].place,
                       lower_copy(lowering.operands[i], lowering.results[i])});
  const op::ScatterNumbers numbers = op::scatter_numbers(lowering.op);
  moved_ = numbers.scatter_dims_to_operand_dims;
  if (numbers.index_vector_dim < indices_.type.rank())
    component_stride_ = indices_.strides[static_cast<size_t>(numbers.index_vector_dim)];
  prepare_axes(lowering, numbers);
}

void RegionScatter::prepare_axes(const Lowering& lowering, const op::ScatterNumbers& n) {
  const ir::Type& updates = inputs_[0].updates.type;
  std::vector<int64_t> dropped = n.inserted_window_dims;
  dropped.insert(dropped.end(), n.input_batching_dims.begin(), n.input_batching_dims.end());
  const auto window = other_axes(lowering.results[0].type.rank(), dropped);
  const auto batch = other_axes(indices_.type.rank(), {n.index_vector_dim});
  for (int64_t& last : last_start_) last--;
  size_t next_window = 0, next_batch = 0;
  for (int64_t d = 0; d < updates.rank(); d++) {
    const auto& in_window = n.update_window_dims;
    if (std::find(in_window.begin(), in_window.end(), d) != in_window.end()) {
      last_start_[static_cast<size_t>(window[next_window])] -= updates.dim(d) - 1;
      axes_.push_back({updates.dim(d), 0, window[next_window++]});
      continue;
    }
    const int64_t index_axis = batch[next_batch++];
    Axis axis{updates.dim(d), indices_.strides[static_cast<size_t>(index_axis)], -1};
    for (size_t k = 0; k < n.scatter_indices_batching_dims.size(); k++)
      if (n.scatter_indices_batching_dims[k] == index_axis)
        axis.result_axis = n.input_batching_dims[k];
    axes_.push_back(axis);
  }
}

int64_t RegionScatter::workspace_bytes() const {
  const int64_t offsets = static_cast<int64_t>(inputs_.size() * kernel::kBlockBytes);
  const int64_t stamps =
      checked_multiply(ir::element_count(shape_), int64_t{sizeof(int32_t)}, "a scatter's stamps");
  return program_.bytes() + offsets + stamps;
}

/// Where an update goes, or -1 outside.
int64_t RegionScatter::target(const Frame& frame, const Index& index) const {
  Index place = {};
  int64_t component = 0;
  for (size_t d = 0; d < axes_.size(); d++) component += index[d] * axes_[d].index_stride;
  const auto bytes = static_cast<int64_t>(ir::byte_size(indices_.type.element));
  const std::byte* indices = frame.at(indices_.place);
  for (int64_t axis : moved_) {
    const int64_t start = load_index(indices_.type.element, indices + component * bytes);
    // A window that is not completely inside is dropped.
    if (start < 0 || start > last_start_[static_cast<size_t>(axis)]) return -1;
    place[static_cast<size_t>(axis)] = start;
    component += component_stride_;
  }
  for (size_t d = 0; d < axes_.size(); d++)
    if (axes_[d].result_axis >= 0) place[static_cast<size_t>(axes_[d].result_axis)] += index[d];
  int64_t flat = 0;
  for (size_t d = 0; d < shape_.size(); d++) flat = flat * shape_[d] + place[d];
  return flat;
}

void RegionScatter::flush(const Frame& frame, Pending& pending) const {
  if (pending.count == 0) return;
  std::byte* registers = frame.at(workspace_);
  for (size_t i = 0; i < inputs_.size(); i++) {
    const Input& input = inputs_[i];
    program_.load(registers, i, input.result.type.element, frame.at(input.result.place),
                  pending.targets, pending.count);
    program_.load(registers, inputs_.size() + i, input.updates.type.element,
                  frame.at(input.updates.place), offsets(frame, i), pending.count);
  }
  program_.run(registers);
  for (size_t i = 0; i < inputs_.size(); i++)
    kernel::store_lanes(inputs_[i].result.type.element, program_.result(registers, i),
                        pending.targets, pending.count, frame.at(inputs_[i].result.place));
  pending.count = 0;
  pending.round++;
}

void RegionScatter::run(const Frame& frame) const {
  for (const Input& input : inputs_)
    if (frame.at(input.operand) != frame.at(input.result.place)) input.copy(frame);
  program_.prepare(frame, frame.at(workspace_));
  int32_t* stamp = stamps(frame);
  std::fill_n(stamp, ir::element_count(shape_), 0);
  Pending pending;
  Index index = {};
  for (int64_t update = 0; update < updates_; update++) {
    if (const int64_t to = target(frame, index); to >= 0) {
      if (pending.count == kLanes || stamp[to] == pending.round) flush(frame, pending);
      stamp[to] = pending.round;
      pending.targets[pending.count] = to;
      for (size_t i = 0; i < inputs_.size(); i++) {
        int64_t from = 0;
        for (size_t d = 0; d < axes_.size(); d++) from += index[d] * inputs_[i].updates.strides[d];
        offsets(frame, i)[pending.count] = from;
      }
      pending.count++;
    }
    for (size_t d = axes_.size(); d-- > 0;) {
      if (++index[d] < axes_[d].size) break;
      index[d] = 0;
    }
  }
  flush(frame, pending);
}

}  // namespace

bool supports_region_scatter(const ir::Operation& op) {
  const size_t count = op.result_count();
  for (size_t i = 0; i < count; i++)
    if (op.result_type(i).element != op.operand_type(i).element) return false;
  return RegionProgram::supports(*op.regions[0]) &&
         op.operand_type(count + 1).shape.size() <= kernel::kMaxAxes &&
         op.result_type().shape.size() <= kernel::kMaxAxes;
}

int64_t region_scatter_workspace(const Lowering& lowering) {
  return RegionScatter(lowering).workspace_bytes();
}

Run lower_region_scatter(Lowering& lowering) {
  return [scatter = RegionScatter(lowering)](const Frame& frame) { scatter.run(frame); };
}

}  // namespace tutti::backend::cpu
