// SPDX-License-Identifier: Apache-2.0
// Where each temporary of a function lies in one arena: found before the first run, from lifetimes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti::pass {

/// A piece of memory that is needed from step `first` to step `last`, both included.
struct Lifetime {
  int64_t bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
};

struct MemoryPlan {
  std::vector<int64_t> offsets;  // one for each lifetime, a multiple of 64
  int64_t bytes = 0;             // the arena's size
};

/// Places the largest first, each at the lowest offset that is free while it lives: pieces whose
/// lifetimes overlap never share a byte.
MemoryPlan plan_memory(std::span<const Lifetime> lifetimes);

}  // namespace tutti::pass
