// SPDX-License-Identifier: Apache-2.0
// A region on scalars, such as the body of a reduction, compiled: its operations run on blocks of
// lanes side by side, each value in a register of that many elements.
#pragma once

#include <cstddef>
#include <vector>

#include "backend/cpu/lower/rule.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

inline constexpr int64_t kLanes = kernel::kBlock;

class RegionProgram {
 public:
  /// Whether all of a region can be compiled: elementwise operations on scalars, constants, and
  /// scalars from outside.
  static bool supports(const ir::Block& region);

  RegionProgram(const Lowering& lowering, size_t region);

  /// Of the registers, for one worker, aligned to 64 bytes.
  int64_t bytes() const;
  /// Writes constants and values from outside into their registers; before the first run.
  void prepare(const Frame& frame, std::byte* registers) const;
  /// An argument's register, in the compute type of its elements.
  void* argument(std::byte* registers, size_t index) const;
  /// Where a result is after a run. It may be an argument's register.
  const void* result(std::byte* registers, size_t index) const;
  void run(std::byte* registers) const;

  /// An argument's lanes from a tensor's elements, of a type that may differ from the argument's.
  void load(std::byte* registers, size_t index, ir::ElementType type, const std::byte* data,
            const int64_t* offsets, int64_t count) const;
  /// The same, all from one element.
  void fill(std::byte* registers, size_t index, ir::ElementType type, const std::byte* data) const;
  /// Results become the first arguments; where `mask` is given only in its lanes that are 1.
  void feed_back(std::byte* registers, const uint8_t* mask) const;

  ir::ElementType argument_type(size_t index) const { return arguments_[index]; }

 private:
  struct BlockCall {
    kernel::BlockFunction function;
    std::vector<size_t> operands;  // registers
    size_t result;
    ir::ElementType type;
  };
  struct Constant {
    size_t place;
    ir::Tensor value;
  };
  struct Capture {
    size_t place;
    View view;
  };

  void compile(const ir::Operation& op);
  void convert(std::byte* registers, size_t index, ir::ElementType type) const;
  size_t new_register() { return count_++; }
  static std::byte* at(std::byte* registers, size_t place) {
    return registers + place * kernel::kBlockBytes;
  }

  std::vector<ir::ElementType> arguments_;  // their registers are the first
  std::vector<size_t> results_;
  std::vector<BlockCall> calls_;
  std::vector<Constant> constants_;
  std::vector<Capture> captures_;
  std::unordered_map<ir::Value, size_t> registers_;  // while compiling
  size_t count_ = 0;
};

}  // namespace tutti::backend::cpu
