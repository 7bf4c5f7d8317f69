// SPDX-License-Identifier: Apache-2.0
#include "kernel/short_rows.h"

#include <algorithm>

#include "kernel/pairs.h"
#include "kernel/simd.h"
#include "kernel/word.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/short_rows.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// One element, or elements one after the other, in whole vectors; the last one of a row may
/// overlap the one before. A row has as many elements as a vector at least.
template <bool kOneElement, class Tag, class Word>
HWY_INLINE void copy_vectors(Tag d, const Word* from, int64_t length, Word* to) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const auto one = hn::Set(d, *from);
  const auto copy = [&](int64_t i) HWY_ATTR {
    hn::StoreU(kOneElement ? one : hn::LoadU(d, from + i), d, to + i);
  };
  for (int64_t i = 0; i + lanes <= length; i += lanes) copy(i);
  if (length % lanes != 0) copy(length - lanes);
}

template <bool kOneElement, class Tag, class Word>
HWY_INLINE void copy_row_vectors(Tag d, const Word* from, int64_t length, int64_t row_stride,
                                 int64_t rows, Word* to) {
  for (int64_t row = 0; row < rows; row++, from += row_stride, to += length)
    copy_vectors<kOneElement>(d, from, length, to);
}

template <class Word>
void copy_words(const Word* from, int64_t stride, int64_t length, int64_t row_stride, int64_t rows,
                Word* to) {
  const hn::ScalableTag<Word> d;
  const hn::Half<decltype(d)> half;
  const bool wide = length >= static_cast<int64_t>(hn::Lanes(d));
  const bool narrow = length >= static_cast<int64_t>(hn::Lanes(half));
  if (stride == 0 && wide) return copy_row_vectors<true>(d, from, length, row_stride, rows, to);
  if (stride == 1 && wide) return copy_row_vectors<false>(d, from, length, row_stride, rows, to);
  if (stride == 0 && narrow)
    return copy_row_vectors<true>(half, from, length, row_stride, rows, to);
  if (stride == 1 && narrow)
    return copy_row_vectors<false>(half, from, length, row_stride, rows, to);
  for (int64_t row = 0; row < rows; row++, from += row_stride)
    for (int64_t i = 0; i < length; i++) *to++ = from[i * stride];
}

void copy(size_t element_bytes, const std::byte* from, int64_t stride, int64_t length,
          int64_t row_stride, int64_t rows, std::byte* to) {
  with_word(element_bytes, [&](auto word) {
    using Word = decltype(word);
    copy_words(reinterpret_cast<const Word*>(from), stride, length, row_stride, rows,
               reinterpret_cast<Word*>(to));
  });
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(copy);

void copy_short_rows(size_t element_bytes, const std::byte* from, int64_t stride, int64_t length,
                     int64_t row_stride, int64_t rows, std::byte* to) {
  if (stride == 2 && element_bytes >= 4) {
    const auto bytes = static_cast<int64_t>(element_bytes);
    for (int64_t row = 0; row < rows; row++)
      take_every_other(element_bytes, from + row * row_stride * bytes, length,
                       to + row * length * bytes);
    return;
  }
  HWY_DYNAMIC_DISPATCH(copy)(element_bytes, from, stride, length, row_stride, rows, to);
}

}  // namespace tutti::kernel
#endif
