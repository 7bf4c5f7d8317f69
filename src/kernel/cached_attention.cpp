// SPDX-License-Identifier: Apache-2.0
#include "kernel/cached_attention.h"

#include <algorithm>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "kernel/attention_task.h"
#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

AttentionShape shape_of(const CachedAttention& shape) {
  return {.rows = shape.rows,
          .length = shape.length,
          .heads = shape.heads,
          .dim = shape.dim,
          .type = shape.type,
          .kv_heads = shape.kv_heads,
          .causal = true,
          .window = shape.window};
}

}  // namespace

size_t cached_attention_workspace_bytes(const CachedAttention& shape, int workers) {
  const int64_t bytes = attention_scratch_bytes(shape_of(shape), shape.capacity);
  return static_cast<size_t>(checked_multiply(bytes, int64_t{workers}, "attention workspace"));
}

void cached_attention(Team& team, const CachedAttention& shape, const CachedAttentionInputs& inputs,
                      void* o, std::span<std::byte> workspace) {
  check_activation_type(shape.type);
  check(workspace.size() >= cached_attention_workspace_bytes(shape, team.size()),
        "attention: workspace of {} bytes", workspace.size());
  AttentionCall call{.shape = shape_of(shape), .tokens = {}, .scale = shape.scale};
  call.q = inputs.q;
  call.k = inputs.keys;
  call.v = inputs.values;
  call.o = o;
  const int64_t group = call.shape.group();
  // The heads of a group share their packed keys, unless that leaves workers without work.
  const int64_t count = shape.rows * shape.kv_heads < team.size() ? 1 : group;
  const int64_t tasks = shape.heads / count;
  const int64_t bytes = attention_scratch_bytes(call.shape, shape.capacity);
  auto one = [&](int64_t index, int worker) {
    AttentionScratch scratch;
    scratch.place(workspace.data() + bytes * worker, call.shape, shape.capacity);
    const int64_t row = index / tasks;
    const int64_t first = std::clamp<int64_t>(inputs.first[row], 0, shape.capacity - shape.length);
    cached_attention_task(call, {row, first, shape.capacity}, index % tasks * count, count,
                          scratch);
  };
  team.run(shape.rows * tasks, one);
}

}  // namespace tutti::kernel
