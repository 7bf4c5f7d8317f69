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

/// Writes rows [count, width] to the head's channels of `count` tokens from `token` on, in q or o.
void store_tokens(const AttentionHead& head, const float* rows, int64_t width, int64_t token,
                  int64_t count, void* tensor) {
  const AttentionShape& shape = head.call().shape;
  store_rows(shape.type, rows, width, count, shape.dim, head.at(tensor, token),
             head.token_stride());
}

/// The same for all keys, in k or v.
void store_keys(const AttentionHead& head, const float* rows, int64_t width, void* tensor) {
  const AttentionShape& shape = head.call().shape;
  store_rows(shape.type, rows, width, head.keys(), shape.dim, head.key_at(tensor, 0),
             head.key_stride());
}

// The products of one head, computed on float32 copies of the operands.
class FloatProducts {
 public:
  FloatProducts(const AttentionHead& head, const AttentionScratch& scratch)
      : head_(head), s_(scratch), own_(scratch.of_floats), call_(head.call()) {}

  void load() const {
    load(head_.key_at(call_.k, 0), head_.key_stride(), head_.keys(), own_.k);
    load(head_.key_at(call_.v, 0), head_.key_stride(), head_.keys(), own_.v);
    transpose(own_.k, s_.width, head_.keys(), head_.columns(), own_.k_transposed);
  }

  void load_for_gradient() const {
    load();
    transpose(own_.v, s_.width, head_.keys(), head_.columns(), own_.v_transposed);
  }

  void scores(int64_t first, int64_t queries) const {
    const int64_t columns = head_.columns();
    load(head_.at(call_.q, first), head_.token_stride(), queries, own_.q);
    const int64_t from = head_.unseen(first), to = round_up(head_.seen(first, queries), 16);
    small_product<false>({own_.q, s_.width, 1}, {own_.k_transposed + from, columns},
                         {s_.scores + from, columns}, queries, to - from, s_.width, kScoreTerms);
  }

  void d_scores(int64_t first, int64_t queries) const {
    const int64_t columns = head_.columns();
    load(head_.at(call_.d_o, first), head_.token_stride(), queries, own_.d_o);
    const int64_t from = head_.unseen(first), to = round_up(head_.seen(first, queries), 16);
    small_product<false>({own_.d_o, s_.width, 1}, {own_.v_transposed + from, columns},
                         {s_.d_scores + from, columns}, queries, to - from, s_.width, s_.width);
  }

  float* weights(int64_t query) const { return s_.scores + query * head_.columns(); }
  float* score_gradients(int64_t query) const { return s_.d_scores + query * head_.columns(); }

  void outputs(int64_t first, int64_t queries) const {
    const int64_t from = head_.unseen(first), keys = head_.seen(first, queries) - from;
    small_product<false>({s_.scores + from, head_.columns(), 1},
                         {own_.v + from * s_.width, s_.width}, {s_.o, s_.width}, queries, s_.width,
                         keys, keys);
  }

  void key_gradients(int64_t first, int64_t queries) const {
    const int64_t from = head_.unseen(first), keys = head_.seen(first, queries) - from,
                  columns = head_.columns(), at = from * s_.width;
    small_product<true>({s_.scores + from, 1, columns}, {own_.d_o, s_.width},
                        {s_.dv + at, s_.width}, keys, s_.width, queries, queries);
    small_product<true>({s_.d_scores + from, 1, columns}, {own_.q, s_.width},
                        {s_.dk + at, s_.width}, keys, s_.width, queries, queries);
  }

  void query_gradients(int64_t first, int64_t queries) const {
    const int64_t from = head_.unseen(first), keys = head_.seen(first, queries) - from;
    small_product<false>({s_.d_scores + from, head_.columns(), 1},
                         {own_.k + from * s_.width, s_.width}, {own_.dq, s_.width}, queries,
                         s_.width, keys, keys);
    store_tokens(head_, own_.dq, s_.width, first, queries, call_.dq);
  }

 private:
  /// Writes a head's channels of `count` tokens to `out` [count, width], then zeros.
  void load(const std::byte* from, int64_t stride, int64_t count, float* out) const {
    const int64_t dim = call_.shape.dim, width = s_.width;
    load_rows(call_.shape.type, from, stride, count, dim, out, width);
    for (int64_t r = 0; r < count && dim < width; r++)
      std::fill(out + r * width + dim, out + (r + 1) * width, 0.0f);
  }

  const AttentionHead& head_;
  const AttentionScratch& s_;
  const FloatScratch& own_;
  const AttentionCall& call_;
};

// Writes zeros to every token of the segment, whose address `at` gives.
template <class At>
void clear(const AttentionHead& head, const At& at) {
  const auto& shape = head.call().shape;
  for (int64_t token = 0; token < head.queries(); token++)
    std::memset(at(token), 0, static_cast<size_t>(shape.dim) * ir::byte_size(shape.type));
}

// The address of lse of the range's first token; lse is [rows, heads, length].
template <class Float>
Float* lse_of(Float* lse, const AttentionShape& shape, const SegmentRange& range, int64_t head) {
  const int64_t row = range.first / shape.length;
  return lse + (row * shape.heads + head) * shape.length + range.first % shape.length;
}

constexpr float kHidden = -std::numeric_limits<float>::infinity();

/// What is added to the scores of a head's keys: 0, or -infinity for those that a query does not
/// see, which are padding, beyond the segment, after the query or out of its window. `segment` is
/// that of each key, or null where none is padding.
class Bias {
 public:
  Bias(const AttentionHead& head, const int32_t* segment, float* bias)
      : head_(head),
        segment_(segment),
        causal_(head.call().shape.causal),
        window_(head.call().shape.window),
        bias_(bias) {
    std::fill(bias, bias + head.columns(), kHidden);
    const int64_t seen = head.seen(0, 0);
    const int64_t first = window_ == 0 ? 0 : head.before() - window_ + 1;
    for (int64_t key = std::max<int64_t>(0, first); key < seen; key++) show(key);
  }

  /// To be called for each query in turn.
  void go_to(int64_t query) const {
    const int64_t own = head_.before() + query;
    if (causal_)
      show(own);
    else if (window_ > 0 && own + window_ - 1 < head_.keys())
      show(own + window_ - 1);
    if (window_ > 0 && own >= window_) bias_[own - window_] = kHidden;
  }

 private:
  void show(int64_t key) const {
    bias_[key] = segment_ == nullptr || segment_[key] > 0 ? 0.0f : kHidden;
  }

  const AttentionHead& head_;
  const int32_t* segment_;
  bool causal_;
  int64_t window_;
  float* bias_;
};

// The random bits of one query's probabilities, one row at a time.
class RowBits {
 public:
  RowBits() = default;
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

  uint32_t threshold_ = 0;
  int64_t tokens_ = 0;
  uint16_t* memory_ = nullptr;
  Words key_ = {0, 0};
  const int32_t *sample_ = nullptr, *position_ = nullptr;
  bool consecutive_ = true;
};

/// For each query of a block: the largest score, and the sum of exp(score - largest).
struct BlockSums {
  float largest[kAttentionBlock] = {};
  float sum[kAttentionBlock] = {};

  /// Where a query has seen no key, it gets zeros.
  void leave_empty(int64_t query) {
    if (largest[query] == kHidden) largest[query] = 0;
  }
  void avoid_zero(int64_t query) {
    if (sum[query] == 0) sum[query] = 1;
  }

  void write_logarithms(int64_t queries, float* lse) const {
    const Floats d;
    each_vector(d, queries, [&](int64_t i, auto extent) HWY_ATTR {
      const FloatVector log_sum = logarithm(d, load(d, sum + i, extent));
      store(d, hn::Add(load(d, largest + i, extent), log_sum), lse + i, extent);
    });
  }
};

/// Writes o of a head and, where it is not null, lse.
template <class Products>
void attend(const AttentionHead& head, const int32_t* segment, const RowBits& random, float* lse,
            const AttentionScratch& s, bool loads) {
  const AttentionCall& call = head.call();
  const int64_t stride = head.columns();
  const Products products(head, s);
  if (loads) products.load();
  const Bias bias(head, segment, s.bias);
  const float kept_scale = dropout_scale(call.threshold);
  const bool may_be_empty = call.shape.causal || call.shape.window > 0;
  for (int64_t first = 0; first < head.queries(); first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, head.queries() - first);
    const int64_t from = head.unseen(first);
    const int64_t columns = round_up(head.seen(first, queries), 16) - from;
    products.scores(first, queries);
    BlockSums sums;
    for (int64_t i = 0; i < queries; i++) {
      bias.go_to(first + i);
      sums.largest[i] =
          make_scores(s.scores + i * stride + from, call.scale, s.bias + from, columns);
      if (may_be_empty) sums.leave_empty(i);
    }
    for (int64_t i = 0; i < queries; i++) {
      const uint16_t* bits = random.draws() ? random.draw(first + i) + from : nullptr;
      sums.sum[i] = exponentials(s.scores + i * stride + from, sums.largest[i], bits,
                                 call.threshold, columns, products.weights(i) + from);
      if (may_be_empty) sums.avoid_zero(i);
    }
    if (lse != nullptr) sums.write_logarithms(queries, lse + first);
    products.outputs(first, queries);
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
    clear(head, [&](int64_t token) { return head.at(call.o, token); });
    std::fill(lse, lse + head.queries(), 0.0f);
    return;
  }
  const int32_t* segment = call.tokens.segment + range.first;
  const RowBits random(call, range, index, s.bits);
  if (multiplies_bfloats(call.shape))
    attend<BfloatProducts>(head, segment, random, lse, s, true);
  else
    attend<FloatProducts>(head, segment, random, lse, s, true);
}

void cached_attention_task(const AttentionCall& call, const CachedRow& row, int64_t first,
                           int64_t count, const AttentionScratch& s) {
  for (int64_t index = first; index < first + count; index++) {
    const AttentionHead head(call, row, index);
    if (multiplies_bfloats(call.shape))
      attend<BfloatProducts>(head, nullptr, RowBits(), nullptr, s, index == first);
    else
      attend<FloatProducts>(head, nullptr, RowBits(), nullptr, s, index == first);
  }
}

// Computes a query's rows of D and of dS from its rows of q kᵀ and do vᵀ. All rows begin at the key
// `from`, those in the scratch too.
template <class Weight>
void gradient_row(float* scores, float* d_scores, float lse, const uint16_t* bits,
                  const AttentionCall& call, const AttentionScratch& s, int64_t from,
                  int64_t columns, Weight* weights, Weight* score_gradients) {
  const Floats d;
  const float* bias = s.bias + from;
  const FloatVector shift = hn::Set(d, lse), scale = hn::Set(d, call.scale);
  const FloatVector kept_scale = hn::Set(d, dropout_scale(call.threshold));
  FloatVector projection = hn::Zero(d);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector score = hn::MulAdd(hn::LoadU(d, scores + j), scale, hn::LoadU(d, bias + j));
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

/// Writes dq of a head, and adds what it gives to the scratch's dk and dv.
template <class Products>
void attend_gradient(const AttentionHead& head, const SegmentRange& range, const RowBits& random,
                     const float* lse, const AttentionScratch& s, bool loads) {
  const AttentionCall& call = head.call();
  const int64_t stride = head.columns();
  const Products products(head, s);
  if (loads) products.load_for_gradient();
  const Bias bias(head, call.tokens.segment + range.first, s.bias);
  for (int64_t first = 0; first < head.queries(); first += kAttentionBlock) {
    const int64_t queries = std::min(kAttentionBlock, head.queries() - first);
    const int64_t from = head.unseen(first);
    const int64_t columns = round_up(head.seen(first, queries), 16) - from;
    products.scores(first, queries);
    products.d_scores(first, queries);
    for (int64_t i = 0; i < queries; i++) {
      const int64_t at = i * stride + from;
      bias.go_to(first + i);
      gradient_row(s.scores + at, s.d_scores + at, lse[first + i],
                   random.draws() ? random.draw(first + i) + from : nullptr, call, s, from, columns,
                   products.weights(i) + from, products.score_gradients(i) + from);
    }
    products.key_gradients(first, queries);
    products.query_gradients(first, queries);
  }
}

void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t key_head,
                             const AttentionScratch& s) {
  const int64_t group = call.shape.group(), first = key_head * group;
  const AttentionHead keys(call, range, first);
  std::fill(s.dk, s.dk + keys.keys() * s.width, 0.0f);
  std::fill(s.dv, s.dv + keys.keys() * s.width, 0.0f);
  for (int64_t index = first; index < first + group; index++) {
    const AttentionHead head(call, range, index);
    if (range.keys == 0) {
      clear(head, [&](int64_t token) { return head.at(call.dq, token); });
      continue;
    }
    const RowBits random(call, range, index, s.bits);
    const float* lse = lse_of(call.lse, call.shape, range, index);
    if (multiplies_bfloats(call.shape))
      attend_gradient<BfloatProducts>(head, range, random, lse, s, index == first);
    else
      attend_gradient<FloatProducts>(head, range, random, lse, s, index == first);
  }
  store_keys(keys, s.dk, s.width, call.dk);
  store_keys(keys, s.dv, s.width, call.dv);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(attention_task);
HWY_EXPORT(attention_gradient_task);
HWY_EXPORT(cached_attention_task);

void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                    const AttentionScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(attention_task)(call, range, head, scratch);
}

void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                             const AttentionScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(attention_gradient_task)(call, range, head, scratch);
}

void cached_attention_task(const AttentionCall& call, const CachedRow& row, int64_t head,
                           int64_t count, const AttentionScratch& scratch) {
  HWY_DYNAMIC_DISPATCH(cached_attention_task)(call, row, head, count, scratch);
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
