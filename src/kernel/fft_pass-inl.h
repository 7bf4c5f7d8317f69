// SPDX-License-Identifier: Apache-2.0
// The passes of a transform of several lines together, each line in a lane. Compiled once per
// instruction set.

#if defined(TUTTI_KERNEL_FFT_PASS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_FFT_PASS_INL_H
#undef TUTTI_KERNEL_FFT_PASS_INL_H
#else
#define TUTTI_KERNEL_FFT_PASS_INL_H
#endif

#include "hwy/highway.h"
#include "kernel/fft.h"
#include "kernel/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// As many lanes of the kFftLines as the machine has.
template <class Real>
using FftTag = hn::CappedTag<Real, kFftLines<Real>>;

/// A complex number of each lane.
template <class Real>
struct ComplexLanes {
  hn::Vec<FftTag<Real>> re, im;
};

template <class Real>
HWY_INLINE ComplexLanes<Real> operator+(ComplexLanes<Real> x, ComplexLanes<Real> y) {
  return {hn::Add(x.re, y.re), hn::Add(x.im, y.im)};
}
template <class Real>
HWY_INLINE ComplexLanes<Real> operator-(ComplexLanes<Real> x, ComplexLanes<Real> y) {
  return {hn::Sub(x.re, y.re), hn::Sub(x.im, y.im)};
}
template <class Real>
HWY_INLINE ComplexLanes<Real> operator*(ComplexLanes<Real> x, ComplexLanes<Real> y) {
  return {hn::NegMulAdd(x.im, y.im, hn::Mul(x.re, y.re)),
          hn::MulAdd(x.im, y.re, hn::Mul(x.re, y.im))};
}
/// -i x
template <class Real>
HWY_INLINE ComplexLanes<Real> times_minus_i(ComplexLanes<Real> x) {
  return {x.im, hn::Neg(x.re)};
}

/// In a bundle, the real parts of all lanes come before the imaginary ones.
template <class Real>
HWY_INLINE ComplexLanes<Real> load_lanes_of(const Real* from) {
  const FftTag<Real> d;
  return {hn::LoadU(d, from), hn::LoadU(d, from + kFftLines<Real>)};
}
template <class Real>
HWY_INLINE void store_lanes_of(ComplexLanes<Real> value, Real* to) {
  const FftTag<Real> d;
  hn::StoreU(value.re, d, to);
  hn::StoreU(value.im, d, to + kFftLines<Real>);
}
template <class Real>
HWY_INLINE ComplexLanes<Real> broadcast_pair(const Real* pair) {
  const FftTag<Real> d;
  return {hn::Set(d, pair[0]), hn::Set(d, pair[1])};
}

constexpr int kMostElements = 128;  // of one butterfly

/// x[j] becomes sum_n x[n] exp(-2 pi i j n / radix).
template <class Real>
HWY_INLINE void transform_2(ComplexLanes<Real>& a, ComplexLanes<Real>& b) {
  const ComplexLanes<Real> sum = a + b;
  b = a - b;
  a = sum;
}
template <class Real>
HWY_INLINE void transform_4(ComplexLanes<Real>& a, ComplexLanes<Real>& b, ComplexLanes<Real>& c,
                            ComplexLanes<Real>& d) {
  transform_2(a, c);
  transform_2(b, d);
  transform_2(a, b);
  d = times_minus_i(d);
  transform_2(c, d);
  const ComplexLanes<Real> second = c;  // a, c, b, d are outputs 0, 1, 2, 3
  c = b;
  b = second;
}

template <int kRadix>
struct Butterfly {
  /// Of an odd prime: elements j and radix - j make a sum and a difference, of which outputs k and
  /// radix - k are sums with the same factors.
  template <class Real>
  static HWY_INLINE void run(ComplexLanes<Real>* x, const Real* roots, int radix) {
    constexpr int kHalf = kRadix == 0 ? kMostElements / 2 : kRadix / 2;
    const FftTag<Real> d;
    const int half = kRadix == 0 ? radix / 2 : kHalf, size = kRadix == 0 ? radix : kRadix;
    ComplexLanes<Real> sum[kHalf], difference[kHalf], out[kHalf], mirrored[kHalf];
    ComplexLanes<Real> all = x[0];
    HWY_UNROLL(8)
    for (int j = 1; j <= half; j++) {
      sum[j - 1] = x[j] + x[size - j];
      difference[j - 1] = x[j] - x[size - j];
      all = all + sum[j - 1];
    }
    HWY_UNROLL(8)
    for (int k = 1; k <= half; k++) {
      ComplexLanes<Real> even = x[0], odd{hn::Zero(d), hn::Zero(d)};
      int turn = 0;  // j k modulo the radix
      HWY_UNROLL(8)
      for (int j = 1; j <= half; j++) {
        turn = turn + k < size ? turn + k : turn + k - size;
        const ComplexLanes<Real> root = broadcast_pair(roots + 2 * turn);
        even.re = hn::MulAdd(sum[j - 1].re, root.re, even.re);
        even.im = hn::MulAdd(sum[j - 1].im, root.re, even.im);
        // i root.im difference
        odd.re = hn::NegMulAdd(difference[j - 1].im, root.im, odd.re);
        odd.im = hn::MulAdd(difference[j - 1].re, root.im, odd.im);
      }
      out[k - 1] = even + odd;
      mirrored[k - 1] = even - odd;
    }
    x[0] = all;
    HWY_UNROLL(8)
    for (int k = 1; k <= half; k++) {
      x[k] = out[k - 1];
      x[size - k] = mirrored[k - 1];
    }
  }
};

template <>
struct Butterfly<2> {
  template <class Real>
  static HWY_INLINE void run(ComplexLanes<Real>* x, const Real*, int) {
    transform_2(x[0], x[1]);
  }
};

template <>
struct Butterfly<4> {
  template <class Real>
  static HWY_INLINE void run(ComplexLanes<Real>* x, const Real*, int) {
    transform_4(x[0], x[1], x[2], x[3]);
  }
};

template <>
struct Butterfly<8> {
  /// Two of four elements, the odd ones turned.
  template <class Real>
  static HWY_INLINE void run(ComplexLanes<Real>* x, const Real*, int) {
    const auto root = hn::Set(FftTag<Real>(), static_cast<Real>(0.70710678118654752440));
    transform_4(x[0], x[2], x[4], x[6]);
    transform_4(x[1], x[3], x[5], x[7]);
    const ComplexLanes<Real> third = x[3], seventh = x[7];
    x[3] = {hn::Mul(hn::Add(third.re, third.im), root), hn::Mul(hn::Sub(third.im, third.re), root)};
    x[5] = times_minus_i(x[5]);
    x[7] = {hn::Mul(hn::Sub(seventh.im, seventh.re), root),
            hn::Neg(hn::Mul(hn::Add(seventh.re, seventh.im), root))};
    HWY_UNROLL(8)
    for (int j = 0; j < 8; j += 2) transform_2(x[j], x[j + 1]);
    // Outputs j and j + 4 are where 2 j and 2 j + 1 were.
    const ComplexLanes<Real> y[8] = {x[0], x[2], x[4], x[6], x[1], x[3], x[5], x[7]};
    HWY_UNROLL(8)
    for (int j = 0; j < 8; j++) x[j] = y[j];
  }
};

template <int kRadix, class Real>
void run_pass(const FftPass<Real>& pass, const Real* from, Real* to) {
  constexpr int64_t kLanes = kFftLines<Real>;
  const FftTag<Real> d;
  const int radix = kRadix == 0 ? static_cast<int>(pass.radix) : kRadix;
  const Real* roots = pass.roots.data();
  for (int64_t k = 0; k < pass.before; k++)
    for (int64_t i = 0; i < pass.after; i++) {
      const Real* twiddles = pass.twiddles.data() + 2 * i * (radix - 1);
      const Real* in = from + 2 * kLanes * (i + pass.after * radix * k);
      Real* out = to + 2 * kLanes * (i + pass.after * k);
      for (int64_t v = 0; v < kLanes; v += static_cast<int64_t>(hn::Lanes(d))) {
        ComplexLanes<Real> x[kRadix == 0 ? kMostElements : kRadix];
        x[0] = load_lanes_of(in + v);
        HWY_UNROLL(8)
        for (int j = 1; j < radix; j++) x[j] = load_lanes_of(in + 2 * kLanes * pass.after * j + v);
        Butterfly<kRadix>::run(x, roots, radix);
        store_lanes_of(x[0], out + v);
        if (i == 0) {
          HWY_UNROLL(8)
          for (int j = 1; j < radix; j++)
            store_lanes_of(x[j], out + 2 * kLanes * pass.after * pass.before * j + v);
        } else {
          HWY_UNROLL(8)
          for (int j = 1; j < radix; j++)
            store_lanes_of(x[j] * broadcast_pair(twiddles + 2 * (j - 1)),
                           out + 2 * kLanes * pass.after * pass.before * j + v);
        }
      }
    }
}

/// Transforms the bundle [length, 2, kFftLines] in `data`; gives back the one of the two
/// buffers that has the result.
template <class Real>
Real* run_passes(const FftFactors<Real>& factors, Real* data, Real* other) {
  for (const FftPass<Real>& pass : factors.passes) {
    switch (pass.radix) {
      case 2:
        run_pass<2>(pass, data, other);
        break;
      case 3:
        run_pass<3>(pass, data, other);
        break;
      case 4:
        run_pass<4>(pass, data, other);
        break;
      case 5:
        run_pass<5>(pass, data, other);
        break;
      case 7:
        run_pass<7>(pass, data, other);
        break;
      case 8:
        run_pass<8>(pass, data, other);
        break;
      case 11:
        run_pass<11>(pass, data, other);
        break;
      case 13:
        run_pass<13>(pass, data, other);
        break;
      default:
        run_pass<0>(pass, data, other);
    }
    std::swap(data, other);
  }
  return data;
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
