// SPDX-License-Identifier: Apache-2.0
#include "kernel/pairs.h"

#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/pairs.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Word>
void join_words(const std::byte* first, const std::byte* second, int64_t count, std::byte* to) {
  const hn::ScalableTag<Word> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto* even = reinterpret_cast<const Word*>(first);
  const auto* odd = reinterpret_cast<const Word*>(second);
  auto* out = reinterpret_cast<Word*>(to);
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    hn::StoreInterleaved2(hn::LoadU(d, even + i), hn::LoadU(d, odd + i), d, out + 2 * i);
  for (; i < count; i++) {
    out[2 * i] = even[i];
    out[2 * i + 1] = odd[i];
  }
}

template <class Word>
void take_words(const std::byte* from, int64_t count, std::byte* to) {
  const hn::ScalableTag<Word> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto* in = reinterpret_cast<const Word*>(from);
  auto* out = reinterpret_cast<Word*>(to);
  int64_t i = 0;
  for (; i + lanes < count; i += lanes) {  // there is nothing after the last
    hn::Vec<decltype(d)> even, odd;
    hn::LoadInterleaved2(d, in + 2 * i, even, odd);
    hn::StoreU(even, d, out + i);
  }
  for (; i < count; i++) out[i] = in[2 * i];
}

void join(size_t element_bytes, const std::byte* first, const std::byte* second, int64_t count,
          std::byte* to) {
  if (element_bytes == 4)
    join_words<float>(first, second, count, to);
  else
    join_words<double>(first, second, count, to);
}

void take(size_t element_bytes, const std::byte* from, int64_t count, std::byte* to) {
  if (element_bytes == 4)
    take_words<float>(from, count, to);
  else
    take_words<double>(from, count, to);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(join);
HWY_EXPORT(take);

void join_pairs(size_t element_bytes, const std::byte* first, const std::byte* second,
                int64_t count, std::byte* to) {
  HWY_DYNAMIC_DISPATCH(join)(element_bytes, first, second, count, to);
}

void take_every_other(size_t element_bytes, const std::byte* from, int64_t count, std::byte* to) {
  HWY_DYNAMIC_DISPATCH(take)(element_bytes, from, count, to);
}

}  // namespace tutti::kernel
#endif
