// SPDX-License-Identifier: Apache-2.0
// Loads lines of complex numbers into bundles, runs the passes, and stores them.
#include <algorithm>
#include <type_traits>

#include "kernel/fft.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/fft_lines.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/fft_pass-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

#if HWY_TARGET != HWY_SCALAR
template <class Real>
using Block = hn::FixedTag<Real, 16 / sizeof(Real)>;

/// to[c][r] = from[r][c] * scale in a block of 16 bytes each way, whose rows begin at
/// from + from_rows[r] and to + to_rows[c].
HWY_INLINE void transpose_block(const float* from, const int64_t (&from_rows)[4], float* to,
                                const int64_t (&to_rows)[4], float scale) {
  const Block<float> d;
  const auto factor = hn::Set(d, scale);
  const auto row_0 = hn::Mul(hn::LoadU(d, from + from_rows[0]), factor);
  const auto row_1 = hn::Mul(hn::LoadU(d, from + from_rows[1]), factor);
  const auto row_2 = hn::Mul(hn::LoadU(d, from + from_rows[2]), factor);
  const auto row_3 = hn::Mul(hn::LoadU(d, from + from_rows[3]), factor);
  const auto even = hn::InterleaveLower(d, row_0, row_2);
  const auto odd = hn::InterleaveLower(d, row_1, row_3);
  const auto even_high = hn::InterleaveUpper(d, row_0, row_2);
  const auto odd_high = hn::InterleaveUpper(d, row_1, row_3);
  hn::StoreU(hn::InterleaveLower(d, even, odd), d, to + to_rows[0]);
  hn::StoreU(hn::InterleaveUpper(d, even, odd), d, to + to_rows[1]);
  hn::StoreU(hn::InterleaveLower(d, even_high, odd_high), d, to + to_rows[2]);
  hn::StoreU(hn::InterleaveUpper(d, even_high, odd_high), d, to + to_rows[3]);
}

HWY_INLINE void transpose_block(const double* from, const int64_t (&from_rows)[2], double* to,
                                const int64_t (&to_rows)[2], double scale) {
  const Block<double> d;
  const auto factor = hn::Set(d, scale);
  const auto row_0 = hn::Mul(hn::LoadU(d, from + from_rows[0]), factor);
  const auto row_1 = hn::Mul(hn::LoadU(d, from + from_rows[1]), factor);
  hn::StoreU(hn::InterleaveLower(d, row_0, row_1), d, to + to_rows[0]);
  hn::StoreU(hn::InterleaveUpper(d, row_0, row_1), d, to + to_rows[1]);
}
#endif

/// to[c ^ to_flip][r] = from[r ^ from_flip][c] * scale; flips exchange real and imaginary parts.
template <class Real>
void transpose(const Real* from, int64_t from_step, int64_t from_flip, int64_t rows,
               int64_t columns, Real* to, int64_t to_step, int64_t to_flip, Real scale) {
  int64_t whole_rows = 0, whole_columns = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr int64_t kSide = 16 / sizeof(Real);
  whole_rows = rows / kSide * kSide;
  whole_columns = columns / kSide * kSide;
  int64_t from_rows[kSide], to_rows[kSide];
  for (int64_t i = 0; i < kSide; i++) {
    from_rows[i] = (i ^ from_flip) * from_step;
    to_rows[i] = (i ^ to_flip) * to_step;
  }
  for (int64_t c = 0; c < whole_columns; c += kSide)
    for (int64_t r = 0; r < whole_rows; r += kSide)
      transpose_block(from + r * from_step + c, from_rows, to + c * to_step + r, to_rows, scale);
#endif
  for (int64_t c = 0; c < columns; c++)
    for (int64_t r = c < whole_columns ? whole_rows : 0; r < rows; r++)
      to[(c ^ to_flip) * to_step + r] = from[(r ^ from_flip) * from_step + c] * scale;
}

/// The first `count` lanes of a vector; none if it is negative.
template <class Real>
HWY_INLINE hn::Mask<FftTag<Real>> lanes_before(int64_t count) {
  const FftTag<Real> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  return hn::FirstN(d, static_cast<size_t>(std::clamp(count, int64_t{0}, lanes)));
}

/// bundle[2, kFftLines] = `count` numbers side by side, their parts exchanged if `exchange`.
template <class Real>
HWY_INLINE void load_pairs(const Real* from, int64_t count, bool exchange, Real* bundle) {
  constexpr int64_t kLanes = kFftLines<Real>;
  const FftTag<Real> d;
  Real* re = bundle + (exchange ? kLanes : 0);
  Real* im = bundle + (exchange ? 0 : kLanes);
  Real padded[2 * kLanes];
  if (count < kLanes) {
    for (int64_t v = 0; v < 2 * kLanes; v += static_cast<int64_t>(hn::Lanes(d)))
      hn::StoreU(hn::MaskedLoad(lanes_before<Real>(2 * count - v), d, from + v), d, padded + v);
    from = padded;
  }
  for (int64_t v = 0; v < kLanes; v += static_cast<int64_t>(hn::Lanes(d))) {
    hn::Vec<FftTag<Real>> even, odd;
    hn::LoadInterleaved2(d, from + 2 * v, even, odd);
    hn::StoreU(even, d, re + v);
    hn::StoreU(odd, d, im + v);
  }
}

template <class Real>
HWY_INLINE void store_pairs(const Real* bundle, int64_t count, bool exchange, Real scale,
                            Real* to) {
  constexpr int64_t kLanes = kFftLines<Real>;
  const FftTag<Real> d;
  const Real* re = bundle + (exchange ? kLanes : 0);
  const Real* im = bundle + (exchange ? 0 : kLanes);
  const auto factor = hn::Set(d, scale);
  Real padded[2 * kLanes];
  Real* out = count < kLanes ? padded : to;
  for (int64_t v = 0; v < kLanes; v += static_cast<int64_t>(hn::Lanes(d)))
    hn::StoreInterleaved2(hn::Mul(hn::LoadU(d, re + v), factor),
                          hn::Mul(hn::LoadU(d, im + v), factor), d, out + 2 * v);
  if (count < kLanes)
    for (int64_t v = 0; v < 2 * kLanes; v += static_cast<int64_t>(hn::Lanes(d)))
      hn::BlendedStore(hn::LoadU(d, padded + v), lanes_before<Real>(2 * count - v), d, to + v);
}

/// Transforms a line of rows * columns numbers, the columns first: see FftPlan.
template <class Real>
void run_split(const FftPlan<Real>& plan, const Real* from, Real* to, Real* scratch) {
  constexpr int64_t kLanes = kFftLines<Real>;
  const FftTag<Real> d;
  const int64_t rows = plan.rows.length, columns = plan.columns.length, step = plan.row_step;
  const int64_t room = 2 * kLanes * std::max(rows, columns);
  Real* other = scratch + room;
  Real* middle = other + room;
  for (int64_t next = 0; next < columns; next += kLanes) {
    // The last lanes begin earlier, so that some are computed twice and none is empty.
    const int64_t n = std::max(std::min(next, columns - kLanes), int64_t{0});
    const int64_t count = std::min(kLanes, columns - n);
    for (int64_t k = 0; k < rows; k++)
      load_pairs(from + 2 * (k * columns + n), count, plan.inverse, scratch + 2 * kLanes * k);
    const Real* bundle = run_passes(plan.rows, scratch, other);
    for (int64_t k = 0; k < rows; k++)
      for (int64_t v = 0; v < kLanes; v += static_cast<int64_t>(hn::Lanes(d))) {
        const int64_t at = 2 * k * step + n + v;
        const Real* twiddles = plan.twiddles.data() + at;
        const ComplexLanes<Real> twiddle{hn::LoadU(d, twiddles), hn::LoadU(d, twiddles + step)};
        const auto value = load_lanes_of(bundle + 2 * kLanes * k + v) * twiddle;
        hn::StoreU(value.re, d, middle + at);
        hn::StoreU(value.im, d, middle + at + step);
      }
  }
  for (int64_t next = 0; next < rows; next += kLanes) {
    const int64_t k = std::max(std::min(next, rows - kLanes), int64_t{0});
    const int64_t count = std::min(kLanes, rows - k);
    if (count < kLanes) std::fill(scratch, scratch + room, Real{0});
    for (int64_t part = 0; part < 2; part++)
      transpose(middle + (2 * k + part) * step, 2 * step, 0, count, columns,
                scratch + part * kLanes, 2 * kLanes, 0, Real{1});
    const Real* bundle = run_passes(plan.columns, scratch, other);
    for (int64_t n = 0; n < columns; n++)
      store_pairs(bundle + 2 * kLanes * n, count, plan.inverse, Real{1}, to + 2 * (n * rows + k));
  }
}

/// Transforms kFftLines lines at once.
template <class Real>
void run_together(const FftPlan<Real>& plan, const Real* from, int64_t from_step, Real* to,
                  int64_t to_step, int64_t count, Real* scratch) {
  constexpr int64_t kLanes = kFftLines<Real>;
  const int64_t parts = 2 * plan.length;
  const int64_t flip = plan.inverse ? 1 : 0;
  if (count < kLanes) std::fill(scratch, scratch + parts * kLanes, Real{0});
  transpose(from, from_step, 0, count, parts, scratch, kLanes, flip, plan.scale);
  const Real* bundle = run_passes(plan.whole, scratch, scratch + parts * kLanes);
  transpose(bundle, kLanes, flip, parts, count, to, to_step, 0, Real{1});
}

/// Transforms a line by a plan for single lines.
template <class Real>
void run_one(const FftPlan<Real>& plan, const Real* from, Real* to, Real* scratch) {
  plan.side_by_side() ? run_together(plan, from, 0, to, 0, 1, scratch)
                      : run_split(plan, from, to, scratch);
}

/// to[i] = from[i] * table[i] for `count` complex numbers, with the parts exchanged before or
/// after.
template <class Real>
void multiply_pairs(const Real* from, const Real* table, int64_t count, bool before, bool after,
                    Real* to) {
  const hn::ScalableTag<Real> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::Vec<decltype(d)> re, im, cosine, sine;
    hn::LoadInterleaved2(d, from + 2 * i, re, im);
    hn::LoadInterleaved2(d, table + 2 * i, cosine, sine);
    if (before) std::swap(re, im);
    auto out_re = hn::NegMulAdd(im, sine, hn::Mul(re, cosine));
    auto out_im = hn::MulAdd(im, cosine, hn::Mul(re, sine));
    if (after) std::swap(out_re, out_im);
    hn::StoreInterleaved2(out_re, out_im, d, to + 2 * i);
  }
  for (; i < count; i++) {
    const Real re = from[2 * i + before], im = from[2 * i + !before];
    const Real cosine = table[2 * i], sine = table[2 * i + 1];
    to[2 * i + after] = re * cosine - im * sine;
    to[2 * i + !after] = re * sine + im * cosine;
  }
}

/// Transforms a line by Rader's or Bluestein's convolution: see FftPlan.
template <class Real>
void run_convolution(const FftPlan<Real>& plan, const Real* from, Real* to, Real* scratch) {
  const FftPlan<Real>& inner = *plan.convolution;
  Real* line = scratch;
  Real* other = line + 2 * inner.length;
  Real* room = other + 2 * inner.length;
  if (plan.powers.empty()) {
    multiply_pairs(from, plan.chirp.data(), plan.length, plan.inverse, false, line);
    std::fill(line + 2 * plan.length, line + 2 * inner.length, Real{0});
    run_one(inner, line, other, room);
    multiply_pairs(other, plan.filter.data(), inner.length, false, true, line);
    run_one(inner, line, other, room);
    multiply_pairs(other, plan.chirp.data(), plan.length, true, plan.inverse, to);
    return;
  }
  const int64_t flip = plan.inverse ? 1 : 0;
  const Real first[2] = {from[flip] * plan.scale, from[1 - flip] * plan.scale};
  for (int64_t q = 0; q < inner.length; q++) {
    const Real* pair = from + 2 * plan.powers[static_cast<size_t>(q)];
    line[2 * q] = pair[flip];
    line[2 * q + 1] = pair[1 - flip];
  }
  run_one(inner, line, other, room);
  const Real sum[2] = {other[0] * plan.scale + first[0], other[1] * plan.scale + first[1]};
  multiply_pairs(other, plan.filter.data(), inner.length, false, true, line);
  line[0] += first[1];  // into every sum; the parts are exchanged
  line[1] += first[0];
  run_one(inner, line, other, room);
  to[flip] = sum[0];
  to[1 - flip] = sum[1];
  for (int64_t q = 0; q < inner.length; q++) {
    // g^-q = g^(length - 1 - q)
    const size_t power = static_cast<size_t>(q == 0 ? 0 : inner.length - q);
    Real* pair = to + 2 * plan.powers[power];
    pair[flip] = other[2 * q + 1];
    pair[1 - flip] = other[2 * q];
  }
}

template <class Real>
void run_lines(const FftPlan<Real>& plan, const Real* from, int64_t from_step, Real* to,
               int64_t to_step, int64_t count, Real* scratch) {
  if (plan.whole.length == 0) {
    for (int64_t i = 0; i < count; i++, from += from_step, to += to_step)
      plan.convolution ? run_convolution(plan, from, to, scratch)
                       : run_split(plan, from, to, scratch);
    return;
  }
  run_together(plan, from, from_step, to, to_step, count, scratch);
}

template <class Real>
void run_columns(const FftPlan<Real>& plan, const Real* from, Real* to, int64_t step, int64_t count,
                 Real* scratch) {
  constexpr int64_t kLanes = kFftLines<Real>;
  if (plan.whole.length == 0) {
    const int64_t line = 2 * plan.length;
    Real* lines = scratch + plan.scratch() - kLanes * line;
    for (int64_t k = 0; k < plan.length; k++)
      for (int64_t i = 0; i < count; i++)
        std::copy_n(from + 2 * (k * step + i), 2, lines + i * line + 2 * k);
    run_lines(plan, lines, line, lines, line, count, scratch);
    for (int64_t k = 0; k < plan.length; k++)
      for (int64_t i = 0; i < count; i++)
        std::copy_n(lines + i * line + 2 * k, 2, to + 2 * (k * step + i));
    return;
  }
  for (int64_t k = 0; k < plan.length; k++)
    load_pairs(from + 2 * k * step, count, plan.inverse, scratch + 2 * kLanes * k);
  const Real* bundle = run_passes(plan.whole, scratch, scratch + 2 * kLanes * plan.length);
  for (int64_t k = 0; k < plan.length; k++)
    store_pairs(bundle + 2 * kLanes * k, count, plan.inverse, plan.scale, to + 2 * k * step);
}

void run_lines_f32(const FftPlan<float>& plan, const float* from, int64_t from_step, float* to,
                   int64_t to_step, int64_t count, float* scratch) {
  run_lines(plan, from, from_step, to, to_step, count, scratch);
}
void run_lines_f64(const FftPlan<double>& plan, const double* from, int64_t from_step, double* to,
                   int64_t to_step, int64_t count, double* scratch) {
  run_lines(plan, from, from_step, to, to_step, count, scratch);
}
void run_columns_f32(const FftPlan<float>& plan, const float* from, float* to, int64_t step,
                     int64_t count, float* scratch) {
  run_columns(plan, from, to, step, count, scratch);
}
void run_columns_f64(const FftPlan<double>& plan, const double* from, double* to, int64_t step,
                     int64_t count, double* scratch) {
  run_columns(plan, from, to, step, count, scratch);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(run_lines_f32);
HWY_EXPORT(run_lines_f64);
HWY_EXPORT(run_columns_f32);
HWY_EXPORT(run_columns_f64);

template <class Real>
void transform_lines(const FftPlan<Real>& plan, const Real* from, int64_t from_step, Real* to,
                     int64_t to_step, int64_t count, Real* scratch) {
  if constexpr (std::is_same_v<Real, float>)
    HWY_DYNAMIC_DISPATCH(run_lines_f32)(plan, from, from_step, to, to_step, count, scratch);
  else
    HWY_DYNAMIC_DISPATCH(run_lines_f64)(plan, from, from_step, to, to_step, count, scratch);
}
template void transform_lines(const FftPlan<float>&, const float*, int64_t, float*, int64_t,
                              int64_t, float*);
template void transform_lines(const FftPlan<double>&, const double*, int64_t, double*, int64_t,
                              int64_t, double*);

template <class Real>
void transform_columns(const FftPlan<Real>& plan, const Real* from, Real* to, int64_t step,
                       int64_t count, Real* scratch) {
  if constexpr (std::is_same_v<Real, float>)
    HWY_DYNAMIC_DISPATCH(run_columns_f32)(plan, from, to, step, count, scratch);
  else
    HWY_DYNAMIC_DISPATCH(run_columns_f64)(plan, from, to, step, count, scratch);
}
template void transform_columns(const FftPlan<float>&, const float*, float*, int64_t, int64_t,
                                float*);
template void transform_columns(const FftPlan<double>&, const double*, double*, int64_t, int64_t,
                                double*);

}  // namespace tutti::kernel
#endif
