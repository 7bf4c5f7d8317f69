// SPDX-License-Identifier: Apache-2.0
// Gives each temporary of a function its place in one arena, before the first run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti::pass {

/// A piece of memory that is needed from step `first` to step `last`, inclusive.
struct Lifetime {
  int64_t bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
};

struct MemoryPlan {
  std::vector<int64_t> offsets;  // one for each lifetime, a multiple of 64
  int64_t bytes = 0;             // the arena's size
};

/// Places the largest piece first, each at the lowest offset that is free during its lifetime.
/// Pieces whose lifetimes overlap never share a byte.
MemoryPlan plan_memory(std::span<const Lifetime> lifetimes);

}  // namespace tutti::pass
