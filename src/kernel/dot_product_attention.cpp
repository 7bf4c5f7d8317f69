// SPDX-License-Identifier: Apache-2.0
#include "kernel/dot_product_attention.h"

#include <algorithm>
#include <limits>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "kernel/attention_task.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/dot_product_attention.cpp"
#include "hwy/foreach_target.h"
#include "kernel/attention_product-inl.h"
#include "kernel/attention_rows-inl.h"
#include "kernel/simd-inl.h"

#ifndef TUTTI_KERNEL_DOT_PRODUCT_ATTENTION_TASK
#define TUTTI_KERNEL_DOT_PRODUCT_ATTENTION_TASK
namespace tutti::kernel {
namespace {

/// Queries of one task, for which the keys are transposed once.
constexpr int64_t kTaskQueries = 8 * kAttentionBlock;

/// A worker's memory; rows are padded to whole vectors.
struct Scratch {
  int64_t columns = 0, dim = 0, channels = 0;   // keys, dim, channels in multiples of 16
  float *k_transposed = nullptr, *v = nullptr;  // [dim, columns], [columns, channels]
  float *q = nullptr, *scores = nullptr,
        *o = nullptr;                      // [kAttentionBlock, dim | columns | channels]
  float* rows = nullptr;                   // [columns, dim]
  float *bias = nullptr, *kept = nullptr;  // [columns]

  /// Divides `memory` among the members, or only measures it where it is null. Returns the bytes.
  int64_t place(std::byte* memory, const DotProductAttention& shape) {
    columns = round_up(shape.keys, 16);
    dim = round_up(shape.dim, 16);
    channels = round_up(shape.channels, 16);
    int64_t end = 0;
    const auto take = [&](float*& pointer, int64_t rows_of, int64_t width) {
      if (memory != nullptr) pointer = reinterpret_cast<float*>(memory + end);
      end += round_up(rows_of * width * int64_t{sizeof(float)}, kCacheLine);
    };
    take(k_transposed, dim, columns);
    take(v, columns, channels);
    take(rows, columns, dim);
    take(q, kAttentionBlock, dim);
    take(scores, kAttentionBlock, columns);
    take(o, kAttentionBlock, channels);
    take(bias, 1, columns);
    take(kept, 1, columns);
    return end;
  }
};

/// One call: what its tasks read and write.
struct Call {
  const DotProductAttention& shape;
  const AttentionInputs& inputs;
  float* o;
};

/// One task: a head of a batch element, and its queries [first, last).
struct QueryBlock {
  int64_t batch, head, first, last;
};

}  // namespace
}  // namespace tutti::kernel
#endif

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// out [count, width]: a head's channels of `count` tokens from `token` on, zero beyond `channels`.
void load_tokens(const Strided4<float>& x, const QueryBlock& part, int64_t token, int64_t count,
                 int64_t channels, float* out, int64_t width) {
  const auto [by_batch, by_token, by_head, by_channel] = x.strides;
  const float* from = x.data + part.batch * by_batch + token * by_token + part.head * by_head;
  for (int64_t t = 0; t < count; t++, from += by_token, out += width) {
    if (by_channel == 1)
      std::copy(from, from + channels, out);
    else
      for (int64_t c = 0; c < channels; c++) out[c] = from[c * by_channel];
    std::fill(out + channels, out + width, 0.0f);
  }
}

/// Writes what changes one query's scores: its bias, or 0, and -infinity beyond the keys; and 1 or
/// 0 from its mask.
void fill_changes(const Call& call, const QueryBlock& part, int64_t query, const Scratch& s) {
  const auto row_of = [&](const auto& tensor) {
    const auto [by_batch, by_head, by_query, by_key] = tensor.strides;
    return tensor.data + part.batch * by_batch + part.head * by_head + query * by_query;
  };
  const int64_t keys = call.shape.keys;
  const auto& [data, strides] = call.inputs.bias;
  const float* bias = data == nullptr ? nullptr : row_of(call.inputs.bias);
  for (int64_t j = 0; j < keys; j++) s.bias[j] = bias == nullptr ? 0.0f : bias[j * strides[3]];
  std::fill(s.bias + keys, s.bias + s.columns, -std::numeric_limits<float>::infinity());
  if (call.inputs.mask.data == nullptr) return;
  const uint8_t* mask = row_of(call.inputs.mask);
  const int64_t by_key = call.inputs.mask.strides[3];
  for (int64_t j = 0; j < keys; j++) s.kept[j] = static_cast<float>(mask[j * by_key]);
  std::fill(s.kept + keys, s.kept + s.columns, 1.0f);
}

/// Scales a row of q kᵀ where it is kept; elsewhere it becomes the masked score.
void mask_scores(const DotProductAttention& shape, const float* kept, float* row, int64_t columns) {
  const Floats d;
  const FloatVector scale = hn::Set(d, shape.scale), masked = hn::Set(d, shape.masked_score);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const auto keep = hn::Gt(hn::LoadU(d, kept + j), hn::Zero(d));
    hn::StoreU(hn::IfThenElse(keep, hn::Mul(hn::LoadU(d, row + j), scale), masked), d, row + j);
  }
}

void attend(const Call& call, const QueryBlock& part, const Scratch& s) {
  const DotProductAttention& shape = call.shape;
  const AttentionInputs& in = call.inputs;
  load_tokens(in.k, part, 0, shape.keys, shape.dim, s.rows, s.dim);
  transpose(s.rows, s.dim, shape.keys, s.columns, s.k_transposed);
  load_tokens(in.v, part, 0, shape.keys, shape.channels, s.v, s.channels);
  const bool has_mask = in.mask.data != nullptr;
  const bool is_alike = (in.bias.data == nullptr || in.bias.strides[2] == 0) &&
                        (!has_mask || in.mask.strides[2] == 0);
  if (is_alike) fill_changes(call, part, 0, s);
  for (int64_t first = part.first; first < part.last; first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, part.last - first);
    load_tokens(in.q, part, first, queries, shape.dim, s.q, s.dim);
    small_product<false>({s.q, s.dim, 1}, {s.k_transposed, s.columns}, {s.scores, s.columns},
                         queries, s.columns, s.dim, kScoreTerms);
    float sums[kAttentionBlock];
    for (int64_t i = 0; i < queries; i++) {
      float* row = s.scores + i * s.columns;
      if (!is_alike) fill_changes(call, part, first + i, s);
      if (has_mask) mask_scores(shape, s.kept, row, s.columns);
      const float largest = make_scores(row, has_mask ? 1.0f : shape.scale, s.bias, s.columns);
      constexpr uint32_t kKeepsAll = 0;
      sums[i] = exponentials(row, largest, nullptr, kKeepsAll, s.columns, row);
    }
    small_product<false>({s.scores, s.columns, 1}, {s.v, s.channels}, {s.o, s.channels}, queries,
                         s.channels, shape.keys, shape.keys);
    for (int64_t i = 0; i < queries; i++) {
      const int64_t token = part.batch * shape.queries + first + i;
      scale_row(s.o + i * s.channels, 1 / sums[i], s.channels);
      std::copy(s.o + i * s.channels, s.o + i * s.channels + shape.channels,
                call.o + (token * shape.heads + part.head) * shape.channels);
    }
  }
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(attend);

size_t dot_product_attention_workspace_bytes(const DotProductAttention& shape, int workers) {
  constexpr std::string_view kWhat = "attention workspace";
  for (const int64_t size :
       {shape.batch, shape.queries, shape.keys, shape.heads, shape.dim, shape.channels})
    check(size >= 0, "dot product attention: a size is negative: {}", size);
  const int64_t width =
      checked_add(checked_add(shape.dim, shape.channels, kWhat), kTaskQueries, kWhat);
  checked_multiply(checked_add(shape.keys, kTaskQueries, kWhat),
                   checked_multiply(width, int64_t{16}, kWhat), kWhat);
  return static_cast<size_t>(
      checked_multiply(Scratch().place(nullptr, shape), int64_t{workers}, kWhat));
}

void dot_product_attention(Team& team, const DotProductAttention& shape,
                           const AttentionInputs& inputs, float* o,
                           std::span<std::byte> workspace) {
  check(shape.keys > 0, "dot product attention without keys");
  check(workspace.size() >= dot_product_attention_workspace_bytes(shape, team.size()),
        "dot product attention: workspace of {} bytes", workspace.size());
  const int64_t bytes = Scratch().place(nullptr, shape);
  const int64_t blocks = divide_up(shape.queries, kTaskQueries);
  const Call call{shape, inputs, o};
  auto task = [&](int64_t index, int worker) {
    Scratch scratch;
    scratch.place(workspace.data() + bytes * worker, shape);
    const int64_t head = index / blocks, first = index % blocks * kTaskQueries;
    const QueryBlock part{head / shape.heads, head % shape.heads, first,
                          std::min(first + kTaskQueries, shape.queries)};
    HWY_DYNAMIC_DISPATCH(attend)(call, part, scratch);
  };
  team.run(shape.batch * shape.heads * blocks, task);
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
