// SPDX-License-Identifier: Apache-2.0
// What attention does to its scores, one row (a query's) at a time. Compiled once per instruction
// set.

#if defined(TUTTI_KERNEL_ATTENTION_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ATTENTION_ROWS_INL_H
#undef TUTTI_KERNEL_ATTENTION_ROWS_INL_H
#else
#define TUTTI_KERNEL_ATTENTION_ROWS_INL_H
#endif

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "hwy/highway.h"
#include "kernel/dropout-inl.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

constexpr int64_t kLanes = hn::MaxLanes(Floats());
static_assert(16 % kLanes == 0, "rows are padded to multiples of 16");

/// Terms of q kᵀ that are added up before they are added to the sum. A score of tens has few digits
/// after the point, and exp makes its error an error of the probability; other products need this
/// less.
constexpr int64_t kScoreTerms = 8;

// to[channel, key] = from[key, channel]; zero for keys beyond `tokens`.
inline void transpose(const float* from, int64_t width, int64_t tokens, int64_t columns,
                      float* to) {
  for (int64_t c = 0; c < width; c++) {
    for (int64_t j = 0; j < tokens; j++) to[c * columns + j] = from[j * width + c];
    std::fill(to + c * columns + tokens, to + (c + 1) * columns, 0.0f);
  }
}

/// A row of q kᵀ becomes scores, q kᵀ scale + bias; returns the largest.
inline float make_scores(float* row, float scale, const float* bias, int64_t columns) {
  const Floats d;
  FloatVector largest = hn::Set(d, -std::numeric_limits<float>::infinity());
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector score =
        hn::MulAdd(hn::LoadU(d, row + j), hn::Set(d, scale), hn::LoadU(d, bias + j));
    hn::StoreU(score, d, row + j);
    largest = hn::Max(largest, score);
  }
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

/// to = exp(score - largest), zero where dropout drops; `bits` null keeps all. Returns the sum of
/// all the exponentials. `to` may be the scores.
template <class Share>
float exponentials(const float* scores, float largest, const uint16_t* bits, uint32_t threshold,
                   int64_t columns, Share* to) {
  const Floats d;
  FloatVector sum = hn::Zero(d);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector value =
        exponential<Share>(d, hn::Sub(hn::LoadU(d, scores + j), hn::Set(d, largest)));
    sum = hn::Add(sum, value);
    store(d, bits ? hn::IfThenElseZero(keep_mask(d, bits + j, threshold), value) : value, to + j,
          Whole{});
  }
  return hn::GetLane(hn::SumOfLanes(d, sum));
}

/// Multiplies `columns` numbers, whole vectors, by a factor.
inline void scale_row(float* row, float factor, int64_t columns) {
  const Floats d;
  for (int64_t j = 0; j < columns; j += kLanes)
    hn::StoreU(hn::Mul(hn::LoadU(d, row + j), hn::Set(d, factor)), d, row + j);
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
