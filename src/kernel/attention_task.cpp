// SPDX-License-Identifier: Apache-2.0
#include "kernel/attention_task.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/dropout.h"
#include "kernel/float_rows.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/attention_task.cpp"
#include "hwy/foreach_target.h"
#include "kernel/attention_product-inl.h"
#include "kernel/attention_rows-inl.h"
#include "kernel/dropout-inl.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

// One task's view of its tensors: the range's tokens, one head's channels.
class Head {
 public:
  Head(const AttentionCall& call, const SegmentRange& range, int64_t head,
       const AttentionScratch& scratch)
      : call_(call),
        range_(range),
        scratch_(scratch),
        row_(call.shape.heads * call.shape.dim),
        first_(range.first * row_ + head * call.shape.dim) {}

  int64_t tokens() const { return range_.length; }
  /// The range's tokens rounded up to whole vectors, so that loops over keys have no remainder.
  int64_t columns() const { return (tokens() + 15) / 16 * 16; }

  /// out [count, width]: the head's channels of `count` tokens from the range's `token` on; zero
  /// beyond.
  void load(const void* tensor, int64_t token, int64_t count, float* out) const {
    const int64_t dim = call_.shape.dim;
    const int64_t width = scratch_.width;
    const auto* from = static_cast<const std::byte*>(tensor) + offset(token);
    load_rows(call_.shape.type, from, row_, count, dim, out, width);
    for (int64_t r = 0; r < count && dim < width; r++)
      std::fill(out + r * width + dim, out + (r + 1) * width, 0.0f);
  }

  void store(const float* from, int64_t token, int64_t count, void* tensor) const {
    store_rows(call_.shape.type, from, scratch_.width, count, call_.shape.dim,
               static_cast<std::byte*>(tensor) + offset(token), row_);
  }

  /// Zeros in every token of the range.
  void clear(void* tensor) const {
    std::fill(scratch_.q, scratch_.q + kAttentionBlock * scratch_.width, 0.0f);
    for (int64_t token = 0; token < tokens(); token += kAttentionBlock)
      store(scratch_.q, token, std::min(kAttentionBlock, tokens() - token), tensor);
  }

 private:
  int64_t offset(int64_t token) const {
    return (first_ + token * row_) * static_cast<int64_t>(ir::byte_size(call_.shape.type));
  }

  const AttentionCall& call_;
  const SegmentRange& range_;
  const AttentionScratch& scratch_;
  int64_t row_, first_;
};

// lse of the range's tokens: [rows, heads, length].
template <class Float>
Float* lse_of(Float* lse, const AttentionShape& shape, const SegmentRange& range, int64_t head) {
  const int64_t row = range.first / shape.length;
  return lse + (row * shape.heads + head) * shape.length + range.first % shape.length;
}

// What is added to scores: 0 for keys, -infinity for padding and beyond the segment.
void fill_bias(const int32_t* segment, int64_t tokens, int64_t columns, float* bias) {
  for (int64_t j = 0; j < columns; j++)
    bias[j] = j < tokens && segment[j] > 0 ? 0.0f : -std::numeric_limits<float>::infinity();
}

// The random bits of one query's probabilities, one row at a time.
class RowBits {
 public:
  RowBits(const AttentionCall& call, const SegmentRange& range, int64_t head, uint16_t* memory)
      : threshold_(call.threshold), tokens_(range.length), memory_(memory) {
    if (threshold_ == 0) return;
    key_ = threefry2x32(call.key, {static_cast<uint32_t>(head), 1});
    sample_ = call.tokens.sample + range.first;
    position_ = call.tokens.position + range.first;
    for (int64_t j = 1; j < tokens_; j++) consecutive_ &= position_[j] == position_[j - 1] + 1;
  }

  bool draws() const { return threshold_ != 0; }

  /// Bits of the keys for the range's query `query`, readable to whole vectors beyond the last key.
  const uint16_t* draw(int64_t query) const {
    const auto sample = static_cast<uint32_t>(sample_[query]);
    const uint32_t high = static_cast<uint32_t>(position_[query]) << 16;
    if (!consecutive_) {
      for (int64_t j = 0; j < tokens_; j++) memory_[j] = bits_of(sample, high, position_[j]);
      return memory_;
    }
    const Counters d;
    const auto first = static_cast<uint32_t>(position_[0]);
    const auto counters = static_cast<int64_t>(hn::Lanes(d));
    const int64_t skipped = first % 4;
    for (int64_t done = 0; done < skipped + tokens_; done += 4 * counters)
      random_bits(d, key_, sample, high + first / 4 + static_cast<uint32_t>(done / 4),
                  memory_ + done);
    return memory_ + skipped;
  }

 private:
  uint16_t bits_of(uint32_t sample, uint32_t high, int32_t position) const {
    const auto channel = static_cast<uint32_t>(position);
    const uint32_t word = threefry2x32(key_, {sample, high | channel >> 2})[channel >> 1 & 1];
    return static_cast<uint16_t>(channel & 1 ? word >> 16 : word);
  }

  uint32_t threshold_;
  int64_t tokens_;
  uint16_t* memory_;
  Words key_ = {0, 0};
  const int32_t *sample_ = nullptr, *position_ = nullptr;
  bool consecutive_ = true;
};

void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                    const AttentionScratch& s) {
  const Head view(call, range, head, s);
  const int64_t tokens = view.tokens();
  const int64_t columns = view.columns();
  float* lse = lse_of(call.lse_out, call.shape, range, head);
  if (range.keys == 0) {
    view.clear(call.o);
    std::fill(lse, lse + tokens, 0.0f);
    return;
  }
  view.load(call.k, 0, tokens, s.k);
  view.load(call.v, 0, tokens, s.v);
  transpose(s.k, s.width, tokens, columns, s.k_transposed);
  fill_bias(call.tokens.segment + range.first, tokens, columns, s.bias);
  const RowBits random(call, range, head, s.bits);
  const float kept_scale = dropout_scale(call.threshold);
  for (int64_t first = 0; first < tokens; first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, tokens - first);
    view.load(call.q, first, queries, s.q);
    small_product<false>({s.q, s.width, 1}, {s.k_transposed, columns}, {s.scores, columns}, queries,
                         columns, s.width, kScoreTerms);
    for (int64_t i = 0; i < queries; i++) {
      float* row = s.scores + i * columns;
      const auto [largest, sum] = exponentials(row, call.scale, s.bias, columns);
      lse[first + i] = largest + std::log(sum);
      const uint16_t* bits = random.draws() ? random.draw(first + i) : nullptr;
      scale_kept(row, kept_scale / sum, bits, call.threshold, columns);
    }
    small_product<false>({s.scores, columns, 1}, {s.v, s.width}, {s.o, s.width}, queries, s.width,
                         tokens, tokens);
    view.store(s.o, first, queries, call.o);
  }
}

// From a query's q kᵀ and do vᵀ to its row of D, which replaces q kᵀ, and of dS.
void gradient_row(float* scores, float* d_scores, float lse, const uint16_t* bits,
                  const AttentionCall& call, const AttentionScratch& s, int64_t columns) {
  const Floats d;
  const FloatVector shift = hn::Set(d, lse), scale = hn::Set(d, call.scale);
  const FloatVector kept_scale = hn::Set(d, dropout_scale(call.threshold));
  FloatVector projection = hn::Zero(d);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector score = hn::MulAdd(hn::LoadU(d, scores + j), scale, hn::LoadU(d, s.bias + j));
    const FloatVector p = exponential(d, hn::Sub(score, shift));
    FloatVector dropped = hn::Mul(p, kept_scale);
    FloatVector d_p = hn::Mul(hn::LoadU(d, d_scores + j), kept_scale);
    if (bits != nullptr) {
      const auto keep = keep_mask(d, bits + j, call.threshold);
      dropped = hn::IfThenElseZero(keep, dropped);
      d_p = hn::IfThenElseZero(keep, d_p);
    }
    hn::StoreU(hn::Mul(p, scale), d, s.probabilities + j);
    hn::StoreU(dropped, d, scores + j);
    hn::StoreU(d_p, d, d_scores + j);
    projection = hn::MulAdd(p, d_p, projection);
  }
  projection = hn::SumOfLanes(d, projection);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector scaled = hn::LoadU(d, s.probabilities + j);
    hn::StoreU(hn::Mul(scaled, hn::Sub(hn::LoadU(d, d_scores + j), projection)), d, d_scores + j);
  }
}

void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                             const AttentionScratch& s) {
  const Head view(call, range, head, s);
  const int64_t tokens = view.tokens();
  const int64_t columns = view.columns();
  if (range.keys == 0) {
    for (void* gradient : {call.dq, call.dk, call.dv}) view.clear(gradient);
    return;
  }
  view.load(call.k, 0, tokens, s.k);
  view.load(call.v, 0, tokens, s.v);
  transpose(s.k, s.width, tokens, columns, s.k_transposed);
  transpose(s.v, s.width, tokens, columns, s.v_transposed);
  fill_bias(call.tokens.segment + range.first, tokens, columns, s.bias);
  std::fill(s.dk, s.dk + tokens * s.width, 0.0f);
  std::fill(s.dv, s.dv + tokens * s.width, 0.0f);
  const RowBits random(call, range, head, s.bits);
  const float* lse = lse_of(call.lse, call.shape, range, head);
  for (int64_t first = 0; first < tokens; first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, tokens - first);
    view.load(call.q, first, queries, s.q);
    view.load(call.d_o, first, queries, s.o);
    small_product<false>({s.q, s.width, 1}, {s.k_transposed, columns}, {s.scores, columns}, queries,
                         columns, s.width, kScoreTerms);
    small_product<false>({s.o, s.width, 1}, {s.v_transposed, columns}, {s.d_scores, columns},
                         queries, columns, s.width, s.width);
    for (int64_t i = 0; i < queries; i++)
      gradient_row(s.scores + i * columns, s.d_scores + i * columns, lse[first + i],
                   random.draws() ? random.draw(first + i) : nullptr, call, s, columns);
    small_product<true>({s.scores, 1, columns}, {s.o, s.width}, {s.dv, s.width}, tokens, s.width,
                        queries, queries);
    small_product<true>({s.d_scores, 1, columns}, {s.q, s.width}, {s.dk, s.width}, tokens, s.width,
                        queries, queries);
    small_product<false>({s.d_scores, columns, 1}, {s.k, s.width}, {s.dq, s.width}, queries,
                         s.width, tokens, tokens);
    view.store(s.dq, first, queries, call.dq);
  }
  view.store(s.dk, 0, tokens, call.dk);
  view.store(s.dv, 0, tokens, call.dv);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(attention_task);
HWY_EXPORT(attention_gradient_task);

void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                    const AttentionScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(attention_task)(call, range, head, scratch);
}

void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                             const AttentionScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(attention_gradient_task)(call, range, head, scratch);
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
