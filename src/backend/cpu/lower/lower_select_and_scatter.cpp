// SPDX-License-Identifier: Apache-2.0
// First each window selects its element, one window in each lane. Then each element takes, in
// order, the values of the windows that selected it. So no two lanes write the same element.
#include <algorithm>

#include "backend/cpu/lower/region_program.h"
#include "backend/cpu/lower/region_rules.h"
#include "backend/cpu/lower/window_walk.h"
#include "base/rounding.h"
#include "kernel/lanes.h"

namespace tutti::backend::cpu {
namespace {

class SelectAndScatter {
 public:
  explicit SelectAndScatter(const Lowering& lowering);
  int64_t workspace_bytes(int workers) const;
  void run(const Frame& frame) const;

 private:
  void select(const Frame& frame, int64_t block, int worker) const;
  void scatter(const Frame& frame, int64_t block, int worker) const;
  /// For each of some elements, the window in which it has the given place, or -1.
  void windows_at(int64_t place, int64_t first, int64_t lanes, int64_t* windows) const;
  int64_t window_with(int64_t element, const int64_t* inside) const;
  std::byte* registers(const Frame& frame, int worker) const {
    return frame.at(workspace_) + selected_bytes_ + worker * worker_bytes_;
  }

  RegionProgram select_, scatter_;
  View operand_, source_, initial_, result_;
  WindowWalk walk_;
  int64_t selected_bytes_, worker_bytes_;
  Place workspace_;  // the element that each window found, or -1; registers and positions
};

SelectAndScatter::SelectAndScatter(const Lowering& lowering)
    : select_(lowering, 0),
      scatter_(lowering, 1),
      operand_(lowering.operands[0]),
      source_(lowering.operands[1]),
      initial_(lowering.operands[2]),
      result_(lowering.results[0]),
      walk_(op::window_axes(lowering.op, operand_.type.rank(), {}), operand_.type.shape,
            source_.type.shape),
      workspace_(lowering.workspace.place) {
  selected_bytes_ = round_up(source_.type.count() * 8, kCacheLine);
  worker_bytes_ = std::max(select_.bytes(), scatter_.bytes()) + walk_.position_bytes();
}

int64_t SelectAndScatter::workspace_bytes(int workers) const {
  return selected_bytes_ + workers * worker_bytes_;
}

void SelectAndScatter::select(const Frame& frame, int64_t block, int worker) const {
  std::byte* memory = registers(frame, worker);
  auto* positions = reinterpret_cast<int64_t*>(memory + worker_bytes_ - walk_.position_bytes());
  const int64_t first = block * kLanes, lanes = std::min(kLanes, source_.type.count() - first);
  auto* selected = reinterpret_cast<int64_t*>(frame.at(workspace_)) + first;
  std::fill_n(selected, lanes, -1);
  select_.prepare(frame, memory);
  walk_.begin(first, lanes, positions);
  int64_t candidates[kLanes], current[kLanes];
  uint8_t inside[kLanes];
  for (int64_t place = 0; place < walk_.places(); place++) {
    if (walk_.elements(place, lanes, positions, candidates, inside) == 0) continue;
    for (int64_t lane = 0; lane < lanes; lane++)
      current[lane] = std::max<int64_t>(0, selected[lane]);
    const std::byte* data = frame.at(operand_.place);
    select_.load(memory, 0, operand_.type.element, data, current, lanes);
    select_.load(memory, 1, operand_.type.element, data, candidates, lanes);
    select_.run(memory);
    const auto* keeps = static_cast<const uint8_t*>(select_.result(memory, 0));
    for (int64_t lane = 0; lane < lanes; lane++)
      if (inside[lane] && (selected[lane] < 0 || !keeps[lane])) selected[lane] = candidates[lane];
  }
}

/// The window in which the element has the place of these coordinates, or -1.
int64_t SelectAndScatter::window_with(int64_t element, const int64_t* inside) const {
  const ir::Shape& shape = operand_.type.shape;
  const ir::Shape& counts = source_.type.shape;
  int64_t window = 0, step = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    const op::WindowAxis& axis = walk_.axes()[d];
    const int64_t start = element % shape[d] + axis.low - inside[d];
    const bool fits = start >= 0 && start % axis.stride == 0 && start / axis.stride < counts[d];
    window = fits && window >= 0 ? window + start / axis.stride * step : -1;
    step *= counts[d];
    element /= shape[d];
  }
  return window;
}

void SelectAndScatter::windows_at(int64_t place, int64_t first, int64_t lanes,
                                  int64_t* windows) const {
  int64_t inside[kernel::kMaxAxes] = {};
  for (size_t d = operand_.type.shape.size(); d-- > 0;) {
    inside[d] = place % walk_.axes()[d].size;
    place /= walk_.axes()[d].size;
  }
  for (int64_t lane = 0; lane < lanes; lane++) windows[lane] = window_with(first + lane, inside);
}

void SelectAndScatter::scatter(const Frame& frame, int64_t block, int worker) const {
  std::byte* memory = registers(frame, worker);
  const auto* selected = reinterpret_cast<const int64_t*>(frame.at(workspace_));
  const int64_t first = block * kLanes, lanes = std::min(kLanes, result_.type.count() - first);
  scatter_.prepare(frame, memory);
  scatter_.fill(memory, 0, initial_.type.element, frame.at(initial_.place));
  int64_t windows[kLanes];
  uint8_t takes[kLanes] = {};
  // A later place is in an earlier window.
  for (int64_t place = walk_.places(); place-- > 0;) {
    windows_at(place, first, lanes, windows);
    bool any = false;
    for (int64_t lane = 0; lane < lanes; lane++) {
      takes[lane] = windows[lane] >= 0 && selected[windows[lane]] == first + lane;
      any = any || takes[lane];
      if (!takes[lane]) windows[lane] = 0;
    }
    if (!any) continue;
    scatter_.load(memory, 1, source_.type.element, frame.at(source_.place), windows, lanes);
    scatter_.run(memory);
    scatter_.feed_back(memory, takes);
  }
  const auto bytes = static_cast<int64_t>(ir::byte_size(result_.type.element));
  kernel::store_lanes(result_.type.element, scatter_.argument(memory, 0), lanes,
                      frame.at(result_.place) + first * bytes);
}

void SelectAndScatter::run(const Frame& frame) const {
  auto select_task = [&](int64_t block, int worker) { select(frame, block, worker); };
  auto scatter_task = [&](int64_t block, int worker) { scatter(frame, block, worker); };
  frame.team.run(divide_up(source_.type.count(), kLanes), select_task);
  frame.team.run(divide_up(result_.type.count(), kLanes), scatter_task);
}

bool supports_select_and_scatter(const ir::Operation& op) {
  return RegionProgram::supports(*op.regions[0]) && RegionProgram::supports(*op.regions[1]) &&
         op.operand_type(0).shape.size() <= kernel::kMaxAxes;
}

int64_t select_and_scatter_workspace(const Lowering& lowering) {
  return SelectAndScatter(lowering).workspace_bytes(lowering.workers);
}

Run lower_select_and_scatter(Lowering& lowering) {
  return [both = SelectAndScatter(lowering)](const Frame& frame) { both.run(frame); };
}

}  // namespace

std::vector<Rule> select_and_scatter_rules() {
  return {{.op = "stablehlo.select_and_scatter",
           .lower = lower_select_and_scatter,
           .supports = supports_select_and_scatter,
           .workspace_bytes = select_and_scatter_workspace,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
