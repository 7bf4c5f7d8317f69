// SPDX-License-Identifier: Apache-2.0
// Window reductions with any body: each lane reduces one window, place by place. Cumulative sums
// and maxima, which JAX spells as windows over all earlier elements, are one pass along their axis.
#include <algorithm>
#include <cstring>

#include "backend/cpu/lower/region_program.h"
#include "backend/cpu/lower/region_rules.h"
#include "backend/cpu/lower/window_walk.h"
#include "base/rounding.h"
#include "kernel/lanes.h"
#include "op/rules/common.h"
#include "op/rules/reduction.h"

namespace tutti::backend::cpu {
namespace {

WindowWalk walk_of(const ir::Operation& op) {
  return {op::window_axes(op, op.operand_type(0).rank(), {}), op.operand_type(0).shape,
          op.result_type(0).shape};
}

class ReduceWindow {
 public:
  explicit ReduceWindow(const Lowering& lowering);
  int64_t worker_bytes() const { return worker_bytes_; }
  void run(const Frame& frame) const;

 private:
  struct Input {
    View operand, initial, result;
  };

  void find_scan(const ir::Operation& op);
  bool scans(const Frame& frame) const;
  void start(const Frame& frame, std::byte* registers) const;
  void store(const Frame& frame, std::byte* registers, int64_t first, int64_t count) const;
  void run_windows(const Frame& frame, int64_t block, int worker) const;
  void run_scan(const Frame& frame, int64_t block, int worker) const;

  RegionProgram program_;
  WindowWalk walk_;
  std::vector<Input> inputs_;
  int64_t count_;         // windows
  int64_t worker_bytes_;  // registers, initial values, positions
  Place workspace_;
  // A scan: [outer, length, inner].
  bool is_scan_ = false, backward_ = false;
  double neutral_ = 0;  // the initial value that a scan needs, unless any_initial_
  bool any_initial_ = false;
  int64_t outer_ = 1, length_ = 1, inner_ = 1;
};

ReduceWindow::ReduceWindow(const Lowering& lowering)
    : program_(lowering, 0),
      walk_(walk_of(lowering.op)),
      count_(lowering.results[0].type.count()),
      workspace_(lowering.workspace.place) {
  const size_t count = lowering.results.size();
  for (size_t i = 0; i < count; i++)
    inputs_.push_back({lowering.operands[i], lowering.operands[count + i], lowering.results[i]});
  worker_bytes_ =
      program_.bytes() + static_cast<int64_t>(count * kernel::kBlockBytes) + walk_.position_bytes();
  find_scan(lowering.op);
}

/// A window as long as its one axis that ends, or begins, at each element.
void ReduceWindow::find_scan(const ir::Operation& op) {
  const ir::Operation* reducer = op::reducer_of(op);
  if (!reducer || inputs_.size() != 1) return;
  const std::string_view name = op::short_name(*reducer);
  any_initial_ = name == "maximum" || name == "minimum" || name == "and" || name == "or";
  neutral_ = name == "multiply" ? 1 : 0;
  if (!any_initial_ && name != "add" && name != "multiply") return;
  const ir::Shape& shape = op.operand_type(0).shape;
  int64_t scanned = -1;
  for (size_t d = 0; d < shape.size(); d++) {
    const op::WindowAxis& axis = walk_.axes()[d];
    if (axis.stride != 1 || axis.base_dilation != 1 || axis.window_dilation != 1) return;
    if (axis.size == 1 && axis.low == 0 && axis.high == 0) continue;
    const bool before = axis.low == axis.size - 1 && axis.high == 0;
    const bool after = axis.low == 0 && axis.high == axis.size - 1;
    if (scanned >= 0 || axis.size != shape[d] || !(before || after)) return;
    scanned = static_cast<int64_t>(d);
    backward_ = !before;
  }
  if (scanned < 0) return;
  is_scan_ = true;
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); d++) {
    const int64_t size = shape[static_cast<size_t>(d)];
    (d < scanned ? outer_ : d == scanned ? length_ : inner_) *= size;
  }
}

bool ReduceWindow::scans(const Frame& frame) const {
  if (!is_scan_ || any_initial_) return is_scan_;
  const View& initial = inputs_[0].initial;
  const std::byte* data = frame.at(initial.place);
  return ir::is_float(initial.type.element)
             ? ir::load_element(initial.type.element, data, 0) == neutral_
             : ir::load_int_element(initial.type.element, data, 0) ==
                   static_cast<int64_t>(neutral_);
}

void ReduceWindow::start(const Frame& frame, std::byte* registers) const {
  program_.prepare(frame, registers);
  for (size_t i = 0; i < inputs_.size(); i++)
    program_.fill(registers, i, inputs_[i].initial.type.element,
                  frame.at(inputs_[i].initial.place));
}

void ReduceWindow::run_windows(const Frame& frame, int64_t block, int worker) const {
  std::byte* registers = frame.at(workspace_) + worker * worker_bytes_;
  std::byte* initial = registers + program_.bytes();
  auto* positions = reinterpret_cast<int64_t*>(
      initial + static_cast<int64_t>(inputs_.size() * kernel::kBlockBytes));
  const int64_t first = block * kLanes, lanes = std::min(kLanes, count_ - first);
  start(frame, registers);
  for (size_t i = 0; i < inputs_.size(); i++)
    std::memcpy(initial + i * kernel::kBlockBytes, program_.argument(registers, i),
                kernel::kBlockBytes);
  walk_.begin(first, lanes, positions);
  const size_t count = inputs_.size();
  int64_t elements[kLanes];
  uint8_t inside[kLanes] = {};
  for (int64_t place = 0; place < walk_.places(); place++) {
    const int64_t found = walk_.elements(place, lanes, positions, elements, inside);
    for (size_t i = 0; i < count; i++) {
      const View& operand = inputs_[i].operand;
      if (found > 0)
        program_.load(registers, count + i, operand.type.element, frame.at(operand.place), elements,
                      lanes);
      if (found == lanes) continue;
      // Padding is the initial value, and takes part like any element.
      uint8_t outside[kLanes];
      for (int64_t lane = 0; lane < kLanes; lane++) outside[lane] = !inside[lane];
      kernel::blend_lanes(program_.argument_type(i), outside, initial + i * kernel::kBlockBytes,
                          program_.argument(registers, count + i));
    }
    program_.run(registers);
    program_.feed_back(registers, nullptr);
  }
  store(frame, registers, first, lanes);
}

void ReduceWindow::store(const Frame& frame, std::byte* registers, int64_t first,
                         int64_t count) const {
  for (size_t i = 0; i < inputs_.size(); i++) {
    const View& result = inputs_[i].result;
    const auto bytes = static_cast<int64_t>(ir::byte_size(result.type.element));
    kernel::store_lanes(result.type.element, program_.argument(registers, i), count,
                        frame.at(result.place) + first * bytes);
  }
}

/// One lane for each line along the scanned axis.
void ReduceWindow::run_scan(const Frame& frame, int64_t block, int worker) const {
  std::byte* registers = frame.at(workspace_) + worker * worker_bytes_;
  const int64_t first = block * kLanes, lanes = std::min(kLanes, outer_ * inner_ - first);
  start(frame, registers);
  const View &operand = inputs_[0].operand, &result = inputs_[0].result;
  int64_t offsets[kLanes];
  for (int64_t round = 0; round < length_; round++) {
    const int64_t at = backward_ ? length_ - 1 - round : round;
    for (int64_t lane = 0; lane < lanes; lane++) {
      const int64_t line = first + lane;
      offsets[lane] = (line / inner_ * length_ + at) * inner_ + line % inner_;
    }
    program_.load(registers, 1, operand.type.element, frame.at(operand.place), offsets, lanes);
    program_.run(registers);
    program_.feed_back(registers, nullptr);
    kernel::store_lanes(result.type.element, program_.argument(registers, 0), offsets, lanes,
                        frame.at(result.place));
  }
}

void ReduceWindow::run(const Frame& frame) const {
  if (count_ == 0) return;
  const bool scan = scans(frame);
  auto task = [&](int64_t block, int worker) {
    if (scan)
      run_scan(frame, block, worker);
    else
      run_windows(frame, block, worker);
  };
  const int64_t lanes = scan ? outer_ * inner_ : count_;
  frame.team.run(divide_up(lanes, kLanes), task);
}

int64_t reduce_window_workspace(const Lowering& lowering) {
  return ReduceWindow(lowering).worker_bytes() * lowering.workers;
}

Run lower_reduce_window(Lowering& lowering) {
  return [reduce = ReduceWindow(lowering)](const Frame& frame) { reduce.run(frame); };
}

}  // namespace

std::vector<Rule> reduce_window_rules() {
  return {{.op = "stablehlo.reduce_window",
           .lower = lower_reduce_window,
           .supports = supports_region_reduce,
           .workspace_bytes = reduce_window_workspace,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
