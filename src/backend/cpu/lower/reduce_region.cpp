// SPDX-License-Identifier: Apache-2.0
// Reductions with any body, over any number of inputs: each lane reduces the elements of one
// result, or a stretch of them where there are few results. Stretches are combined in the order of
// the elements.
#include <algorithm>
#include <cmath>

#include "backend/cpu/lower/region_program.h"
#include "backend/cpu/lower/region_rules.h"
#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/lanes.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCursor;
using kernel::StridedLoops;

constexpr int64_t kShort = 64;  // elements that one lane reduces

class RegionReduce {
 public:
  explicit RegionReduce(const Lowering& lowering);
  int64_t workspace_bytes(int workers) const;
  void run(const Frame& frame) const;

 private:
  struct Input {
    View operand, initial, result;
    int64_t partials;  // where its stretches' results are in the workspace
  };
  /// What one worker has for itself.
  struct Memory {
    std::byte* registers;
    int64_t* bases;  // [input][lane]: the first element of a lane's result
  };

  Memory memory(const Frame& frame, int worker) const;
  int64_t reduced_offset(size_t input, int64_t element) const;
  void load(const Frame& frame, const Memory& memory, int64_t first, int64_t lanes, int64_t round,
            size_t argument, uint8_t* active) const;
  void fold_block(const Frame& frame, int64_t block, int worker) const;
  void combine_block(const Frame& frame, int64_t block, int worker) const;

  RegionProgram program_;
  std::vector<Input> inputs_;
  StridedLoops kept_, reduced_;
  int64_t results_, elements_, parts_ = 1, stretch_;
  int64_t worker_bytes_;
  Place workspace_;
};

RegionReduce::RegionReduce(const Lowering& lowering)
    : program_(lowering, 0), workspace_(lowering.workspace.place) {
  const size_t count = lowering.results.size();
  const ir::Shape& shape = lowering.op.operand_type(0).shape;
  const auto axes = lowering.op.ints_attribute("dimensions");
  kept_.strides.resize(count);
  reduced_.strides.resize(count);
  for (size_t axis = 0; axis < shape.size(); axis++) {
    const bool reduced =
        std::find(axes.begin(), axes.end(), static_cast<int64_t>(axis)) != axes.end();
    StridedLoops& loops = reduced ? reduced_ : kept_;
    loops.sizes.push_back(shape[axis]);
    for (size_t i = 0; i < count; i++)
      loops.strides[i].push_back(lowering.operands[i].strides[axis]);
  }
  results_ = kept_.count();
  elements_ = reduced_.count();
  kernel::collapse(kept_);
  kernel::collapse(reduced_);
  if (results_ < kLanes && elements_ > kShort)
    parts_ = static_cast<int64_t>(std::sqrt(static_cast<double>(elements_)));
  stretch_ = divide_up(elements_, parts_);
  if (stretch_ > 0) parts_ = divide_up(elements_, stretch_);
  worker_bytes_ = program_.bytes() + static_cast<int64_t>(count * kernel::kBlockBytes);
  int64_t partials = worker_bytes_ * lowering.workers;
  for (size_t i = 0; i < count; i++) {
    inputs_.push_back(
        {lowering.operands[i], lowering.operands[count + i], lowering.results[i], partials});
    const auto bytes = static_cast<int64_t>(ir::byte_size(lowering.results[i].type.element));
    partials += round_up(results_ * parts_ * bytes, kCacheLine);
  }
}

int64_t RegionReduce::workspace_bytes(int workers) const {
  int64_t bytes = worker_bytes_ * workers;
  if (parts_ > 1)
    for (const Input& input : inputs_)
      bytes +=
          results_ * parts_ * static_cast<int64_t>(ir::byte_size(input.result.type.element)) + 64;
  return bytes;
}

RegionReduce::Memory RegionReduce::memory(const Frame& frame, int worker) const {
  std::byte* registers = frame.at(workspace_) + worker * worker_bytes_;
  return {registers, reinterpret_cast<int64_t*>(registers + program_.bytes())};
}

int64_t RegionReduce::reduced_offset(size_t input, int64_t element) const {
  int64_t offset = 0;
  for (size_t axis = reduced_.sizes.size(); axis-- > 0;) {
    offset += element % reduced_.sizes[axis] * reduced_.strides[input][axis];
    element /= reduced_.sizes[axis];
  }
  return offset;
}

/// Element `round` of each lane's stretch, as arguments from `argument` on; `active` tells which
/// lanes have it, where not all have.
void RegionReduce::load(const Frame& frame, const Memory& memory, int64_t first, int64_t lanes,
                        int64_t round, size_t argument, uint8_t* active) const {
  int64_t offsets[kLanes];
  for (size_t i = 0; i < inputs_.size(); i++) {
    const int64_t* bases = memory.bases + i * static_cast<size_t>(kLanes);
    const int64_t common = parts_ == 1 ? reduced_offset(i, round) : 0;
    for (int64_t lane = 0; lane < lanes; lane++) {
      const int64_t element = (first + lane) % parts_ * stretch_ + round;
      active[lane] = element < elements_;
      offsets[lane] = bases[lane] + (parts_ == 1    ? common
                                     : active[lane] ? reduced_offset(i, element)
                                                    : 0);
    }
    const View& operand = inputs_[i].operand;
    program_.load(memory.registers, argument + i, operand.type.element, frame.at(operand.place),
                  offsets, lanes);
  }
}

void RegionReduce::fold_block(const Frame& frame, int64_t block, int worker) const {
  const Memory own = memory(frame, worker);
  const int64_t first = block * kLanes, lanes = std::min(kLanes, results_ * parts_ - first);
  for (size_t i = 0; i < inputs_.size(); i++) {
    StridedCursor cursor(kept_.sizes, kept_.strides[i], first / parts_);
    int64_t* bases = own.bases + i * static_cast<size_t>(kLanes);
    for (int64_t lane = 0; lane < lanes; lane++) {
      bases[lane] = cursor.offset();
      if ((first + lane + 1) % parts_ == 0) cursor.advance(1);
    }
  }
  program_.prepare(frame, own.registers);
  uint8_t active[kLanes] = {};
  const bool whole = parts_ == 1;
  if (whole)
    for (size_t i = 0; i < inputs_.size(); i++)
      program_.fill(own.registers, i, inputs_[i].initial.type.element,
                    frame.at(inputs_[i].initial.place));
  else
    load(frame, own, first, lanes, 0, 0, active);
  for (int64_t round = whole ? 0 : 1; round < stretch_; round++) {
    load(frame, own, first, lanes, round, inputs_.size(), active);
    program_.run(own.registers);
    program_.feed_back(own.registers, whole ? nullptr : active);
  }
  for (size_t i = 0; i < inputs_.size(); i++) {
    const View& result = inputs_[i].result;
    std::byte* to = whole ? frame.at(result.place) : frame.at(workspace_) + inputs_[i].partials;
    const auto bytes = static_cast<int64_t>(ir::byte_size(result.type.element));
    kernel::store_lanes(result.type.element, program_.argument(own.registers, i), lanes,
                        to + first * bytes);
  }
}

/// Reduces the stretches of each result, after its initial value.
void RegionReduce::combine_block(const Frame& frame, int64_t block, int worker) const {
  const Memory own = memory(frame, worker);
  const int64_t first = block * kLanes, lanes = std::min(kLanes, results_ - first);
  program_.prepare(frame, own.registers);
  for (size_t i = 0; i < inputs_.size(); i++)
    program_.fill(own.registers, i, inputs_[i].initial.type.element,
                  frame.at(inputs_[i].initial.place));
  int64_t offsets[kLanes];
  for (int64_t part = 0; part < parts_; part++) {
    for (int64_t lane = 0; lane < lanes; lane++) offsets[lane] = (first + lane) * parts_ + part;
    for (size_t i = 0; i < inputs_.size(); i++)
      program_.load(own.registers, inputs_.size() + i, inputs_[i].result.type.element,
                    frame.at(workspace_) + inputs_[i].partials, offsets, lanes);
    program_.run(own.registers);
    program_.feed_back(own.registers, nullptr);
  }
  for (size_t i = 0; i < inputs_.size(); i++) {
    const View& result = inputs_[i].result;
    const auto bytes = static_cast<int64_t>(ir::byte_size(result.type.element));
    kernel::store_lanes(result.type.element, program_.argument(own.registers, i), lanes,
                        frame.at(result.place) + first * bytes);
  }
}

void RegionReduce::run(const Frame& frame) const {
  auto fold = [&](int64_t block, int worker) { fold_block(frame, block, worker); };
  auto combine = [&](int64_t block, int worker) { combine_block(frame, block, worker); };
  frame.team.run(divide_up(results_ * parts_, kLanes), fold);
  if (parts_ > 1) frame.team.run(divide_up(results_, kLanes), combine);
}

}  // namespace

bool supports_region_reduce(const ir::Operation& op) {
  return RegionProgram::supports(*op.regions[0]);
}

int64_t region_reduce_workspace(const Lowering& lowering) {
  return RegionReduce(lowering).workspace_bytes(lowering.workers);
}

Run lower_region_reduce(Lowering& lowering) {
  return [reduce = RegionReduce(lowering)](const Frame& frame) { reduce.run(frame); };
}

}  // namespace tutti::backend::cpu
