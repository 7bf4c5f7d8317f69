// SPDX-License-Identifier: Apache-2.0
// The constants of one executable, in one block.
#pragma once

#include <utility>
#include <vector>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/memory/arena.h"
#include "ir/tensor.h"

namespace tutti::backend::cpu {

class Constants {
 public:
  /// Gives the constant a place. A splat takes one element, seen through strides of zero.
  View add(const ir::Tensor& tensor);
  int64_t bytes() const { return bytes_; }
  /// All that were added, in their places.
  HostMemory block() const;

 private:
  std::vector<std::pair<int64_t, ir::Tensor>> tensors_;  // by offset
  int64_t bytes_ = 0;
};

}  // namespace tutti::backend::cpu
