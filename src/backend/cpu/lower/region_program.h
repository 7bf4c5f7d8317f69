// SPDX-License-Identifier: Apache-2.0
// A region on scalars, such as the body of a reduction, as a program that runs kLanes rounds of the
// region together: each value is a register of kLanes elements, and each operation is one call of a
// block function.
#pragma once

#include <cstddef>
#include <vector>

#include "backend/cpu/lower/rule.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

inline constexpr int64_t kLanes = kernel::kBlock;

class RegionProgram {
 public:
  /// Whether a region can be compiled: it has only elementwise operations on scalars, constants,
  /// and scalars from outside.
  static bool supports(const ir::Block& region);

  /// Compiles region `region` of the operation.
  RegionProgram(const Lowering& lowering, size_t region);

  /// Bytes of one worker's registers, which are aligned to 64 bytes.
  int64_t bytes() const;
  /// Writes constants and values from outside into their registers. To be called before the first
  /// run().
  void prepare(const Frame& frame, std::byte* registers) const;
  /// The register of an argument, whose elements have the argument's compute type.
  void* argument(std::byte* registers, size_t index) const;
  /// The register of a result after a run. It may be that of an argument.
  const void* result(std::byte* registers, size_t index) const;
  void run(std::byte* registers) const;

  /// Loads an argument's lanes from the elements of a tensor at `offsets`, counted in elements.
  /// Converts them where `type`, the tensor's, is not the argument's.
  void load(std::byte* registers, size_t index, ir::ElementType type, const std::byte* data,
            const int64_t* offsets, int64_t count) const;
  /// Does the same with one element for all lanes.
  void fill(std::byte* registers, size_t index, ir::ElementType type, const std::byte* data) const;
  /// Copies the results into the first arguments for another round; where `mask` is given, only in
  /// the lanes whose mask is 1.
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
