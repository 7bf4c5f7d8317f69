// SPDX-License-Identifier: Apache-2.0
#include "pass/memory_plan.h"

#include <algorithm>
#include <numeric>

#include "base/checked.h"
#include "base/rounding.h"

namespace tutti::pass {
namespace {

constexpr int64_t kAlignment = 64;  // a cache line, and the widest vector register

}  // namespace

MemoryPlan plan_memory(std::span<const Lifetime> lifetimes) {
  MemoryPlan plan;
  plan.offsets.assign(lifetimes.size(), 0);
  std::vector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return lifetimes[a].bytes > lifetimes[b].bytes; });
  std::vector<size_t> placed;  // by offset
  for (size_t index : order) {
    const Lifetime& piece = lifetimes[index];
    const int64_t bytes =
        checked_add(piece.bytes, kAlignment - 1, "arena") / kAlignment * kAlignment;
    if (bytes == 0) continue;
    int64_t offset = 0;
    for (size_t other : placed) {
      const Lifetime& neighbour = lifetimes[other];
      if (neighbour.last < piece.first || piece.last < neighbour.first) continue;
      if (plan.offsets[other] >= offset + bytes) break;
      offset = std::max(offset, plan.offsets[other] + round_up(neighbour.bytes, kAlignment));
    }
    plan.offsets[index] = offset;
    plan.bytes = std::max(plan.bytes, checked_add(offset, bytes, "arena"));
    placed.insert(
        std::upper_bound(placed.begin(), placed.end(), offset,
                         [&](int64_t at, size_t other) { return at < plan.offsets[other]; }),
        index);
  }
  return plan;
}

}  // namespace tutti::pass
