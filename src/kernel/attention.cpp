// SPDX-License-Identifier: Apache-2.0
#include "kernel/attention.h"

#include <algorithm>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "kernel/attention_segments.h"
#include "kernel/attention_task.h"
#include "kernel/avx512_product.h"
#include "kernel/dropout.h"
#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

// The workspace has the segments, then each worker's scratch.
struct Layout {
  int64_t ranges;  // at most
  int64_t range_bytes, worker_bytes;
};

constexpr std::string_view kWhat = "attention workspace";

int64_t longest_segment(const AttentionShape& shape) {
  return std::min(shape.max_segment, shape.length);
}

Layout layout_of(const AttentionShape& shape) {
  for (const int64_t size : {shape.rows, shape.length, shape.heads, shape.dim, shape.max_segment})
    check(size >= 0, "attention: a size is negative: {}", size);
  const int64_t ranges = checked_multiply(shape.rows, shape.length, kWhat);
  const int64_t bytes = checked_multiply(ranges, int64_t{sizeof(SegmentRange)}, kWhat);
  return {ranges, round_up(bytes, kCacheLine),
          attention_scratch_bytes(shape, longest_segment(shape))};
}

template <typename Task>
void run(Team& team, const AttentionCall& call, int64_t heads, std::span<std::byte> workspace,
         const Task& task) {
  const AttentionShape& shape = call.shape;
  check_activation_type(shape.type);
  check(workspace.size() >= attention_workspace_bytes(shape, team.size()),
        "attention: workspace of {} bytes", workspace.size());
  check(reinterpret_cast<uintptr_t>(workspace.data()) % kCacheLine == 0,
        "attention: unaligned workspace");
  const Layout layout = layout_of(shape);
  const std::span<SegmentRange> ranges(reinterpret_cast<SegmentRange*>(workspace.data()),
                                       static_cast<size_t>(layout.ranges));
  const int64_t count =
      find_segments(call.tokens.segment, shape.rows, shape.length, longest_segment(shape), ranges);
  std::byte* scratch_memory = workspace.data() + layout.range_bytes;
  auto one = [&](int64_t index, int worker) {
    AttentionScratch scratch;
    scratch.place(scratch_memory + layout.worker_bytes * worker, shape, longest_segment(shape));
    const SegmentRange& range = ranges[static_cast<size_t>(index / heads)];
    task(call, range, index % heads, scratch);
  };
  team.run(count * heads, one);
}

AttentionCall call_of(const AttentionProblem& problem) {
  AttentionCall call{.shape = problem.shape, .tokens = problem.tokens, .scale = problem.scale};
  call.threshold = dropout_threshold(problem.dropout.rate);
  call.key = problem.dropout.key;
  call.q = problem.q;
  call.k = problem.k;
  call.v = problem.v;
  return call;
}

}  // namespace

int64_t AttentionScratch::place(std::byte* memory, const AttentionShape& shape, int64_t most_keys) {
  keys = round_up(most_keys, 16);
  width = round_up(shape.dim, 16);
  int64_t end = 0;
  const auto take = [&](int64_t elements, auto*&... pointers) {
    const auto one = [&]<class Element>(Element*& pointer) {
      if (memory != nullptr) pointer = reinterpret_cast<Element*>(memory + end);
      end += round_up(elements * int64_t{sizeof(Element)}, kCacheLine);
    };
    (one(pointers), ...);
  };
  take(keys * width, dk, dv);
  take(kAttentionBlock * keys, scores, d_scores);
  take(kAttentionBlock * width, o);
  take(keys, bias, probabilities);
  constexpr int64_t kBitsBeyond = 256;
  take(keys + kBitsBeyond, bits);
  if (multiplies_bfloats(shape)) {
    BfloatScratch& s = of_bfloats;
    const auto units = [](int64_t k) { return product_units(ir::ElementType::bf16, k); };
    take(round_up(keys, kRightLines) * units(width), s.k, s.v);
    take(round_up(width, kRightLines) * units(keys), s.channels);
    take(round_up(width, kRightLines) * units(kAttentionBlock), s.q, s.d_o);
    take(keys * units(kAttentionBlock), s.queries);
    take(kAttentionBlock * keys, s.weights, s.score_gradients);
  } else {
    FloatScratch& s = of_floats;
    take(keys * width, s.k, s.v, s.k_transposed, s.v_transposed);
    take(kAttentionBlock * width, s.q, s.d_o, s.dq);
  }
  return end;
}

int64_t attention_scratch_bytes(const AttentionShape& shape, int64_t most_keys) {
  checked_multiply(checked_add(most_keys, kCacheLine, kWhat),
                   checked_multiply(checked_add(shape.dim, kCacheLine, kWhat), kCacheLine, kWhat),
                   kWhat);
  return AttentionScratch().place(nullptr, shape, most_keys);
}

size_t attention_workspace_bytes(const AttentionShape& shape, int workers) {
  const Layout layout = layout_of(shape);
  const int64_t scratch = checked_multiply(layout.worker_bytes, int64_t{workers}, "attention");
  return static_cast<size_t>(checked_add(layout.range_bytes, scratch, "attention workspace"));
}

void attention(Team& team, const AttentionProblem& problem, void* o, float* lse,
               std::span<std::byte> workspace) {
  AttentionCall call = call_of(problem);
  call.o = o;
  call.lse_out = lse;
  run(team, call, call.shape.heads, workspace, attention_task);
}

void attention_gradient(Team& team, const AttentionProblem& problem, const float* lse,
                        const void* d_o, const AttentionGradients& gradients,
                        std::span<std::byte> workspace) {
  AttentionCall call = call_of(problem);
  call.lse = lse;
  call.d_o = d_o;
  call.dq = gradients.dq;
  call.dk = gradients.dk;
  call.dv = gradients.dv;
  run(team, call, call.shape.heads / call.shape.group(), workspace, attention_gradient_task);
}

}  // namespace tutti::kernel
