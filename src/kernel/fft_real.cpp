// SPDX-License-Identifier: Apache-2.0
// Real lines of even length as complex lines of half the length. Let E and O be the spectra of the
// even and the odd elements, and w = exp(-2 pi i / length). Then the spectrum of the pairs is Z = E
// + i O, that of the line is X[k] = E[k] + w^k O[k], and E[half - k] = conj(E[k]), as for O.
#include <type_traits>

#include "kernel/fft.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/fft_real.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls body(d, k) for vectors of k from 1 to half - 1, then for single ones.
template <class Real, class Body>
HWY_INLINE void each_frequency(int64_t half, const Body& body) {
  const hn::ScalableTag<Real> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t k = 1;
  for (; k + lanes <= half; k += lanes) body(d, k);
  for (; k < half; k++) body(hn::CappedTag<Real, 1>(), k);
}

/// Half the sum and half the difference of numbers k, k + 1, ... and the conjugates of numbers half
/// - k, half - k - 1, ...
template <class D>
struct Halves {
  hn::Vec<D> sum_re, sum_im, difference_re, difference_im;

  template <class Real>
  HWY_INLINE Halves(D d, const Real* from, int64_t half, int64_t k) {
    const auto lanes = static_cast<int64_t>(hn::Lanes(d));
    hn::Vec<D> re, im, mirrored_re, mirrored_im;
    hn::LoadInterleaved2(d, from + 2 * k, re, im);
    hn::LoadInterleaved2(d, from + 2 * (half - k - lanes + 1), mirrored_re, mirrored_im);
    mirrored_re = hn::Reverse(d, mirrored_re);
    mirrored_im = hn::Reverse(d, mirrored_im);
    const auto factor = hn::Set(d, static_cast<Real>(0.5));
    sum_re = hn::Mul(factor, hn::Add(re, mirrored_re));
    sum_im = hn::Mul(factor, hn::Sub(im, mirrored_im));
    difference_re = hn::Mul(factor, hn::Sub(re, mirrored_re));
    difference_im = hn::Mul(factor, hn::Add(im, mirrored_im));
  }
};

/// Turns the spectrum of the pairs into that of the line by to[k] = sum - i w^k difference; or
/// back, by to[k] = sum + i conj(w^k) difference. The two differ only in the sign of the cosine.
/// Computes k from 1 to half - 1.
template <bool kToSpectrum, class Real>
void butterflies(const RealFft<Real>& plan, const Real* from, Real* to) {
  const int64_t half = plan.half;
  const Real* twiddles = plan.twiddles.data();
  each_frequency<Real>(half, [&](auto d, int64_t k) HWY_ATTR {
    const Halves<decltype(d)> x(d, from, half, k);
    const auto cosine = hn::LoadU(d, twiddles + k), sine = hn::LoadU(d, twiddles + half + k);
    hn::Vec<decltype(d)> re, im;
    if constexpr (kToSpectrum) {
      re = hn::MulAdd(cosine, x.difference_im, x.sum_re);
      im = hn::NegMulAdd(cosine, x.difference_re, x.sum_im);
    } else {
      re = hn::NegMulAdd(cosine, x.difference_im, x.sum_re);
      im = hn::MulAdd(cosine, x.difference_re, x.sum_im);
    }
    re = hn::MulAdd(sine, x.difference_re, re);
    im = hn::MulAdd(sine, x.difference_im, im);
    hn::StoreInterleaved2(re, im, d, to + 2 * k);
  });
}

template <class Real>
void to_spectrum(const RealFft<Real>& plan, const Real* pairs, Real* spectrum) {
  const int64_t half = plan.half;
  spectrum[0] = pairs[0] + pairs[1];
  spectrum[2 * half] = pairs[0] - pairs[1];
  spectrum[1] = spectrum[2 * half + 1] = 0;
  butterflies<true>(plan, pairs, spectrum);
}

template <class Real>
void to_pairs(const RealFft<Real>& plan, const Real* spectrum, Real* pairs) {
  const int64_t half = plan.half;
  pairs[0] = (spectrum[0] + spectrum[2 * half]) / 2;
  pairs[1] = (spectrum[0] - spectrum[2 * half]) / 2;
  butterflies<false>(plan, spectrum, pairs);
}

void to_spectrum_f32(const RealFft<float>& plan, const float* pairs, float* spectrum) {
  to_spectrum(plan, pairs, spectrum);
}
void to_spectrum_f64(const RealFft<double>& plan, const double* pairs, double* spectrum) {
  to_spectrum(plan, pairs, spectrum);
}
void to_pairs_f32(const RealFft<float>& plan, const float* spectrum, float* pairs) {
  to_pairs(plan, spectrum, pairs);
}
void to_pairs_f64(const RealFft<double>& plan, const double* spectrum, double* pairs) {
  to_pairs(plan, spectrum, pairs);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(to_spectrum_f32);
HWY_EXPORT(to_spectrum_f64);
HWY_EXPORT(to_pairs_f32);
HWY_EXPORT(to_pairs_f64);

template <class Real>
void spectrum_of_pairs(const RealFft<Real>& plan, const Real* pairs, Real* spectrum) {
  if constexpr (std::is_same_v<Real, float>)
    HWY_DYNAMIC_DISPATCH(to_spectrum_f32)(plan, pairs, spectrum);
  else
    HWY_DYNAMIC_DISPATCH(to_spectrum_f64)(plan, pairs, spectrum);
}
template void spectrum_of_pairs(const RealFft<float>&, const float*, float*);
template void spectrum_of_pairs(const RealFft<double>&, const double*, double*);

template <class Real>
void pairs_of_spectrum(const RealFft<Real>& plan, const Real* spectrum, Real* pairs) {
  if constexpr (std::is_same_v<Real, float>)
    HWY_DYNAMIC_DISPATCH(to_pairs_f32)(plan, spectrum, pairs);
  else
    HWY_DYNAMIC_DISPATCH(to_pairs_f64)(plan, spectrum, pairs);
}
template void pairs_of_spectrum(const RealFft<float>&, const float*, float*);
template void pairs_of_spectrum(const RealFft<double>&, const double*, double*);

}  // namespace tutti::kernel
#endif
