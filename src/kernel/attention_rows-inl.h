// SPDX-License-Identifier: Apache-2.0
// Scores of attention, a row at a time, compiled once per instruction set.

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

/// Terms of q kᵀ that are added up for themselves. A score of tens has few digits behind the point,
/// and exp makes its error one of the probability; other products are less in need.
constexpr int64_t kScoreTerms = 8;

// to[channel, key] = from[key, channel]; zero for keys beyond `tokens`.
inline void transpose(const float* from, int64_t width, int64_t tokens, int64_t columns,
                      float* to) {
  for (int64_t c = 0; c < width; c++) {
    for (int64_t j = 0; j < tokens; j++) to[c * columns + j] = from[j * width + c];
    std::fill(to + c * columns + tokens, to + (c + 1) * columns, 0.0f);
  }
}

// Turns a row of q kᵀ into exp(score - largest) with score = q kᵀ scale + bias; returns {largest,
// sum}.
inline std::pair<float, float> exponentials(float* row, float scale, const float* bias,
                                            int64_t columns) {
  const Floats d;
  FloatVector largest = hn::Set(d, -std::numeric_limits<float>::infinity());
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector score =
        hn::MulAdd(hn::LoadU(d, row + j), hn::Set(d, scale), hn::LoadU(d, bias + j));
    hn::StoreU(score, d, row + j);
    largest = hn::Max(largest, score);
  }
  largest = hn::MaxOfLanes(d, largest);
  FloatVector sum = hn::Zero(d);
  for (int64_t j = 0; j < columns; j += kLanes) {
    const FloatVector value = exponential(d, hn::Sub(hn::LoadU(d, row + j), largest));
    hn::StoreU(value, d, row + j);
    sum = hn::Add(sum, value);
  }
  return {hn::GetLane(largest), hn::GetLane(hn::SumOfLanes(d, sum))};
}

// to = a row times `factor`, zero where dropout drops; `bits` null keeps all. `to` may be the row.
template <class Share>
void scale_kept(const float* row, float factor, const uint16_t* bits, uint32_t threshold,
                int64_t columns, Share* to) {
  const Floats d;
  for (int64_t j = 0; j < columns; j += kLanes) {
    FloatVector value = hn::Mul(hn::LoadU(d, row + j), hn::Set(d, factor));
    if (bits != nullptr) value = hn::IfThenElseZero(keep_mask(d, bits + j, threshold), value);
    store(d, value, to + j, Whole{});
  }
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
