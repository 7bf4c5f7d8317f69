// SPDX-License-Identifier: Apache-2.0
// Sorts with any comparator, by merging. All elements of all lines are merged at once: each finds
// its place by a binary search in the run with which its own is merged. This is stable and needs no
// memory besides the workspace.
#include <algorithm>
#include <cstring>

#include "backend/cpu/lower/movement.h"
#include "backend/cpu/lower/region_program.h"
#include "backend/cpu/lower/region_rules.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

class RegionSort {
 public:
  explicit RegionSort(const Lowering& lowering);
  int64_t workspace_bytes(int workers) const;
  void run(const Frame& frame) const;

 private:
  /// The search of one element for its place.
  struct Search {
    int64_t low, high, start;  // of what is left, and of the whole run, in the line
    int64_t base;              // the place in the line if nothing of the other run came before
    bool left;                 // the element's own run is the first of the two
  };

  /// Where the elements of lines are: operands are dense, [outer, length, inner].
  int64_t offset(int64_t line, int64_t at) const {
    return (line / inner_ * length_ + at) * inner_ + line % inner_;
  }
  void merge_block(const Frame& frame, int64_t width, const int32_t* order, int32_t* merged,
                   int64_t block, int worker) const;
  void move(const Frame& frame, const int32_t* order) const;

  RegionProgram program_;
  std::vector<std::pair<View, View>> tensors_;  // operand, result
  int64_t outer_ = 1, length_ = 1, inner_ = 1, count_;
  int64_t order_bytes_;
  Place workspace_;  // two orders, then registers of the workers
};

RegionSort::RegionSort(const Lowering& lowering)
    : program_(lowering, 0),
      count_(lowering.results[0].type.count()),
      workspace_(lowering.workspace.place) {
  const ir::Shape& shape = lowering.results[0].type.shape;
  const int64_t axis = sorted_axis(lowering.op);
  for (size_t i = 0; i < lowering.results.size(); i++)
    tensors_.emplace_back(lowering.operands[i], lowering.results[i]);
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); d++)
    (d < axis ? outer_ : d == axis ? length_ : inner_) *= shape[static_cast<size_t>(d)];
  order_bytes_ = round_up(count_ * int64_t{sizeof(int32_t)}, kCacheLine);
}

int64_t RegionSort::workspace_bytes(int workers) const {
  return 2 * order_bytes_ + workers * program_.bytes();
}

void RegionSort::merge_block(const Frame& frame, int64_t width, const int32_t* order,
                             int32_t* merged, int64_t block, int worker) const {
  std::byte* registers = frame.at(workspace_) + 2 * order_bytes_ + worker * program_.bytes();
  program_.prepare(frame, registers);
  const int64_t first = block * kLanes, lanes = std::min(kLanes, count_ - first);
  Search searches[kLanes];
  int64_t own[kLanes], other[kLanes], x[kLanes], y[kLanes];
  for (int64_t lane = 0; lane < lanes; lane++) {
    const int64_t at = (first + lane) % length_, run = at / width, start = (run ^ 1) * width;
    Search& search = searches[lane];
    search.low = search.start = std::min(start, length_);
    search.high = std::min(start + width, length_);
    search.left = run % 2 == 0;
    search.base = search.left ? at : at - width;
    own[lane] = offset((first + lane) / length_, order[first + lane]);
  }
  // Enough rounds for the longest search.
  for (int64_t left = width; left > 0; left /= 2) {
    for (int64_t lane = 0; lane < lanes; lane++) {
      const Search& search = searches[lane];
      const int64_t line = (first + lane) / length_;
      const int64_t middle = (search.low + search.high) / 2;
      const bool open = search.low < search.high;
      other[lane] = open ? offset(line, order[line * length_ + middle]) : own[lane];
      // Always: does the element of the second run come before that of the first?
      x[lane] = search.left ? other[lane] : own[lane];
      y[lane] = search.left ? own[lane] : other[lane];
    }
    for (size_t t = 0; t < tensors_.size(); t++) {
      const View& operand = tensors_[t].first;
      const std::byte* data = frame.at(operand.place);
      program_.load(registers, 2 * t, operand.type.element, data, x, lanes);
      program_.load(registers, 2 * t + 1, operand.type.element, data, y, lanes);
    }
    program_.run(registers);
    const auto* before = static_cast<const uint8_t*>(program_.result(registers, 0));
    for (int64_t lane = 0; lane < lanes; lane++) {
      Search& search = searches[lane];
      if (search.low >= search.high) continue;
      const int64_t middle = (search.low + search.high) / 2;
      // What stays in front of this element: of the second run all that come before it, of the
      // first all that it does not come before.
      if (search.left == (before[lane] != 0))
        search.low = middle + 1;
      else
        search.high = middle;
    }
  }
  for (int64_t lane = 0; lane < lanes; lane++) {
    const int64_t line = (first + lane) / length_;
    const Search& search = searches[lane];
    merged[line * length_ + search.base + search.low - search.start] = order[first + lane];
  }
}

void RegionSort::move(const Frame& frame, const int32_t* order) const {
  auto task = [&](int64_t block, int) {
    const int64_t last = std::min(count_, (block + 1) * kLanes);
    for (const auto& [operand, result] : tensors_) {
      const auto bytes = static_cast<int64_t>(ir::byte_size(result.type.element));
      const std::byte* from = frame.at(operand.place);
      std::byte* to = frame.at(result.place);
      for (int64_t i = block * kLanes; i < last; i++)
        std::memcpy(to + offset(i / length_, i % length_) * bytes,
                    from + offset(i / length_, order[i]) * bytes, static_cast<size_t>(bytes));
    }
  };
  frame.team.run(divide_up(count_, kLanes), task);
}

void RegionSort::run(const Frame& frame) const {
  auto* order = reinterpret_cast<int32_t*>(frame.at(workspace_));
  auto* merged = reinterpret_cast<int32_t*>(frame.at(workspace_) + order_bytes_);
  for (int64_t i = 0; i < count_; i++) order[i] = static_cast<int32_t>(i % length_);
  for (int64_t width = 1; width < length_; width *= 2) {
    auto task = [&](int64_t block, int worker) {
      merge_block(frame, width, order, merged, block, worker);
    };
    frame.team.run(divide_up(count_, kLanes), task);
    std::swap(order, merged);
  }
  move(frame, order);
}

}  // namespace

bool supports_region_sort(const ir::Operation& op) {
  return RegionProgram::supports(*op.regions[0]) &&
         op.operand_type(0).dim(sorted_axis(op)) <= INT32_MAX;
}

int64_t region_sort_workspace(const Lowering& lowering) {
  return RegionSort(lowering).workspace_bytes(lowering.workers);
}

Run lower_region_sort(Lowering& lowering) {
  return [sort = RegionSort(lowering)](const Frame& frame) { sort.run(frame); };
}

}  // namespace tutti::backend::cpu
