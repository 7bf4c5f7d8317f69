// SPDX-License-Identifier: Apache-2.0
#include "kernel/attention_task.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "kernel/attention_bfloat.h"
#include "kernel/dropout.h"
#include "kernel/elementwise.h"
#include "kernel/float_rows.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/attention_task.cpp"
#include "hwy/foreach_target.h"
#include "kernel/attention_product-inl.h"
#include "kernel/attention_rows-inl.h"
#include "kernel/dropout-inl.h"
#include "kernel/elementwise_math-inl.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// Writes rows [count, width] to the head's channels of `count` tokens from `token` on.
void store_tokens(const AttentionHead& head, const float* rows, int64_t width, int64_t token,
                  int64_t count, void* tensor) {
  const AttentionShape& shape = head.call().shape;
  store_rows(shape.type, rows, width, count, shape.dim, head.at(tensor, token),
             head.token_stride());
}

// The products of one head of one segment, computed on float32 copies of the operands.
class FloatProducts {
 public:
  FloatProducts(const AttentionHead& head, const AttentionScratch& scratch)
      : head_(head), s_(scratch), own_(scratch.of_floats), call_(head.call()) {}

  void load() const {
    load(call_.k, 0, head_.tokens(), own_.k);
    load(call_.v, 0, head_.tokens(), own_.v);
    transpose(own_.k, s_.width, head_.tokens(), head_.columns(), own_.k_transposed);
  }

  void load_for_gradient() const {
    load();
    transpose(own_.v, s_.width, head_.tokens(), head_.columns(), own_.v_transposed);
  }

  void scores(int64_t first, int64_t queries) const {
    const int64_t columns = head_.columns();
    load(call_.q, first, queries, own_.q);
    small_product<false>({own_.q, s_.width, 1}, {own_.k_transposed, columns}, {s_.scores, columns},
                         queries, columns, s_.width, kScoreTerms);
  }

  void d_scores(int64_t first, int64_t queries) const {
    const int64_t columns = head_.columns();
    load(call_.d_o, first, queries, own_.d_o);
    small_product<false>({own_.d_o, s_.width, 1}, {own_.v_transposed, columns},
                         {s_.d_scores, columns}, queries, columns, s_.width, s_.width);
  }

  float* weights(int64_t query) const { return s_.scores + query * head_.columns(); }
  float* score_gradients(int64_t query) const { return s_.d_scores + query * head_.columns(); }

  void outputs(int64_t queries) const {
    small_product<false>({s_.scores, head_.columns(), 1}, {own_.v, s_.width}, {s_.o, s_.width},
                         queries, s_.width, head_.tokens(), head_.tokens());
  }

  void key_gradients(int64_t, int64_t queries) const {
    const int64_t tokens = head_.tokens(), columns = head_.columns();
    small_product<true>({s_.scores, 1, columns}, {own_.d_o, s_.width}, {s_.dv, s_.width}, tokens,
                        s_.width, queries, queries);
    small_product<true>({s_.d_scores, 1, columns}, {own_.q, s_.width}, {s_.dk, s_.width}, tokens,
                        s_.width, queries, queries);
  }

  void query_gradients(int64_t first, int64_t queries) const {
    const int64_t tokens = head_.tokens();
    small_product<false>({s_.d_scores, head_.columns(), 1}, {own_.k, s_.width}, {own_.dq, s_.width},
                         queries, s_.width, tokens, tokens);
    store_tokens(head_, own_.dq, s_.width, first, queries, call_.dq);
  }

 private:
  /// Writes the channels of `count` tokens from `token` on to `out` [count, width], then zeros.
  void load(const void* tensor, int64_t token, int64_t count, float* out) const {
    const int64_t dim = call_.shape.dim, width = s_.width;
    load_rows(call_.shape.type, head_.at(tensor, token), head_.token_stride(), count, dim, out,
              width);
    for (int64_t r = 0; r < count && dim < width; r++)
      std::fill(out + r * width + dim, out + (r + 1) * width, 0.0f);
  }

  const AttentionHead& head_;
  const AttentionScratch& s_;
  const FloatScratch& own_;
  const AttentionCall& call_;
};

// Writes zeros to every token of the segment.
void clear(const AttentionHead& head, void* tensor) {
  const auto& shape = head.call().shape;
  for (int64_t token = 0; token < head.tokens(); token++)
    std::memset(head.at(tensor, token), 0,
                static_cast<size_t>(shape.dim) * ir::byte_size(shape.type));
}

// The address of lse of the range's first token; lse is [rows, heads, length].
template <class Float>
Float* lse_of(Float* lse, const AttentionShape& shape, const SegmentRange& range, int64_t head) {
  const int64_t row = range.first / shape.length;
  return lse + (row * shape.heads + head) * shape.length + range.first % shape.length;
}

// Writes what is added to scores: 0 for keys, -infinity for padding and beyond the segment.
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

/// For each query of a block: the largest score, and the sum of exp(score - largest).
struct BlockSums {
  float largest[kAttentionBlock] = {};
  float sum[kAttentionBlock] = {};

  void write_logarithms(int64_t queries, float* lse) const {
    const Floats d;
    each_vector(d, queries, [&](int64_t i, auto extent) HWY_ATTR {
      const FloatVector log_sum = logarithm(d, load(d, sum + i, extent));
      store(d, hn::Add(load(d, largest + i, extent), log_sum), lse + i, extent);
    });
  }
};

template <class Products>
void attend(const AttentionHead& head, const SegmentRange& range, const RowBits& random, float* lse,
            const AttentionScratch& s) {
  const AttentionCall& call = head.call();
  const int64_t tokens = head.tokens(), columns = head.columns();
  const Products products(head, s);
  products.load();
  fill_bias(call.tokens.segment + range.first, tokens, columns, s.bias);
  const float kept_scale = dropout_scale(call.threshold);
  for (int64_t first = 0; first < tokens; first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, tokens - first);
    products.scores(first, queries);
    BlockSums sums;
    for (int64_t i = 0; i < queries; i++)
      sums.largest[i] = make_scores(s.scores + i * columns, call.scale, s.bias, columns);
    for (int64_t i = 0; i < queries; i++) {
      const uint16_t* bits = random.draws() ? random.draw(first + i) : nullptr;
      sums.sum[i] = exponentials(s.scores + i * columns, sums.largest[i], bits, call.threshold,
                                 columns, products.weights(i));
    }
    sums.write_logarithms(queries, lse + first);
    products.outputs(queries);
    for (int64_t i = 0; i < queries; i++)
      scale_row(s.o + i * s.width, kept_scale / sums.sum[i], s.width);
    store_tokens(head, s.o, s.width, first, queries, call.o);
  }
}

void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t index,
                    const AttentionScratch& s) {
  const AttentionHead head(call, range, index);
  float* lse = lse_of(call.lse_out, call.shape, range, index);
  if (range.keys == 0) {
    clear(head, call.o);
    std::fill(lse, lse + head.tokens(), 0.0f);
    return;
  }
  const RowBits random(call, range, index, s.bits);
  if (multiplies_bfloats(call.shape))
    attend<BfloatProducts>(head, range, random, lse, s);
  else
    attend<FloatProducts>(head, range, random, lse, s);
}

// Computes a query's rows of D and of dS from its rows of q kᵀ and do vᵀ.
template <class Weight>
void gradient_row(float* scores, float* d_scores, float lse, const uint16_t* bits,
                  const AttentionCall& call, const AttentionScratch& s, int64_t columns,
                  Weight* weights, Weight* score_gradients) {
  const Floats d;
  const FloatVector shift = hn::Set(d, lse), scale = hn::Set(d, call.scale);
  const FloatVector kept_scale = hn::Set(d, dropout_scale(call.threshold));
  FloatVector projection = hn::Zero(d);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector score = hn::MulAdd(hn::LoadU(d, scores + j), scale, hn::LoadU(d, s.bias + j));
    const FloatVector p = exponential<Weight>(d, hn::Sub(score, shift));
    FloatVector dropped = hn::Mul(p, kept_scale);
    FloatVector d_p = hn::Mul(hn::LoadU(d, d_scores + j), kept_scale);
    if (bits != nullptr) {
      const auto keep = keep_mask(d, bits + j, call.threshold);
      dropped = hn::IfThenElseZero(keep, dropped);
      d_p = hn::IfThenElseZero(keep, d_p);
    }
    hn::StoreU(hn::Mul(p, scale), d, s.probabilities + j);
    store(d, dropped, weights + j, Whole{});
    hn::StoreU(d_p, d, d_scores + j);
    projection = hn::MulAdd(p, d_p, projection);
  }
  projection = hn::SumOfLanes(d, projection);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector scaled = hn::LoadU(d, s.probabilities + j);
    store(d, hn::Mul(scaled, hn::Sub(hn::LoadU(d, d_scores + j), projection)), score_gradients + j,
          Whole{});
  }
}

template <class Products>
void attend_gradient(const AttentionHead& head, const SegmentRange& range, const RowBits& random,
                     const float* lse, const AttentionScratch& s) {
  const AttentionCall& call = head.call();
  const int64_t tokens = head.tokens(), columns = head.columns();
  const Products products(head, s);
  products.load_for_gradient();
  fill_bias(call.tokens.segment + range.first, tokens, columns, s.bias);
  std::fill(s.dk, s.dk + tokens * s.width, 0.0f);
  std::fill(s.dv, s.dv + tokens * s.width, 0.0f);
  for (int64_t first = 0; first < tokens; first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, tokens - first);
    products.scores(first, queries);
    products.d_scores(first, queries);
    for (int64_t i = 0; i < queries; i++)
      gradient_row(s.scores + i * columns, s.d_scores + i * columns, lse[first + i],
                   random.draws() ? random.draw(first + i) : nullptr, call, s, columns,
                   products.weights(i), products.score_gradients(i));
    products.key_gradients(first, queries);
    products.query_gradients(first, queries);
  }
  for (const auto& [from, to] : {std::pair{s.dk, call.dk}, {s.dv, call.dv}})
    store_tokens(head, from, s.width, 0, tokens, to);
}

void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t index,
                             const AttentionScratch& s) {
  const AttentionHead head(call, range, index);
  if (range.keys == 0) {
    for (void* gradient : {call.dq, call.dk, call.dv}) clear(head, gradient);
    return;
  }
  const RowBits random(call, range, index, s.bits);
  const float* lse = lse_of(call.lse, call.shape, range, index);
  if (multiplies_bfloats(call.shape))
    attend_gradient<BfloatProducts>(head, range, random, lse, s);
  else
    attend_gradient<FloatProducts>(head, range, random, lse, s);
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
