// SPDX-License-Identifier: Apache-2.0
// The constants of one executable, in one block of memory.
#pragma once

#include <utility>
#include <vector>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/memory/arena.h"
#include "ir/tensor.h"

namespace tutti::backend::cpu {

class Constants {
 public:
  /// Gives the constant a place in the block and returns a view of it. A splat takes one element,
  /// seen through strides of zero.
  View add(const ir::Tensor& tensor);
  int64_t bytes() const { return bytes_; }
  /// The block with all constants that were added, each at its offset.
  HostMemory block() const;

 private:
  std::vector<std::pair<int64_t, ir::Tensor>> tensors_;  // by offset
  int64_t bytes_ = 0;
};

}  // namespace tutti::backend::cpu
