// SPDX-License-Identifier: Apache-2.0
// The error functions. On vectors of float32 they use the approximations of op/erf_formula.cpp:
// their error is at most 9 units in the last place (11 on CPUs that do not fuse products and sums),
// but 80 for erfc beyond 1, because its exponent is a rounded square. On float64 they are the
// standard library's.

#if defined(TUTTI_KERNEL_ERROR_FUNCTION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ERROR_FUNCTION_INL_H
#undef TUTTI_KERNEL_ERROR_FUNCTION_INL_H
#else
#define TUTTI_KERNEL_ERROR_FUNCTION_INL_H
#endif

#include <cmath>

#include "hwy/highway.h"
#include "kernel/elementwise_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

/// erf(x), a ratio of polynomials for |x| <= 4 (Eigen's).
HWY_INLINE FloatVector error_function(Floats d, FloatVector x) {
  const FloatVector inside = bounded(x, hn::Set(d, -4), hn::Set(d, 4));
  const FloatVector square = hn::Mul(inside, inside);
  const FloatVector top =
      polynomial(d, square, -2.72614225801306e-10f, 2.77068142495902e-08f, -2.10102402082508e-06f,
                 -5.69250639462346e-05f, -7.34990630326855e-04f, -2.95459980854025e-03f,
                 -1.60960333262415e-02f);
  const FloatVector bottom =
      polynomial(d, square, -1.45660718464996e-05f, -2.13374055278905e-04f, -1.68282697438203e-03f,
                 -7.37332916720468e-03f, -1.42647390514189e-02f);
  const FloatVector ratio = hn::Div(hn::Mul(inside, top), bottom);
  return bounded(ratio, hn::Set(d, -1), hn::Set(d, 1));
}

/// erfc(x): 1 - x P(x^2) for |x| < 1, else e^(-x^2) / |x| Q(1 / x^2), mirrored (Cephes' erfcf).
HWY_INLINE FloatVector complementary_error_function(Floats d, FloatVector x) {
  const FloatVector zero = hn::Zero(d), one = hn::Set(d, 1), two = hn::Set(d, 2);
  const FloatVector size = hn::Abs(x), square = hn::Mul(x, x);
  const FloatVector series = polynomial(
      d, square, 7.853861353153693e-5f, -8.010193625184903e-4f, 5.188327685732524e-3f,
      -2.685381193529856e-2f, 1.128358514861418e-1f, -3.761262582423300e-1f, 1.128379165726710f);
  const FloatVector inverse = hn::Div(one, square);
  const FloatVector near =
      polynomial(d, inverse, 2.326819970068386e-2f, -1.387039388740657e-1f, 3.687424674597105e-1f,
                 -5.824733027278666e-1f, 6.210004621745983e-1f, -4.944515323274145e-1f,
                 3.404879937665872e-1f, -2.741127028184656e-1f, 5.638259427386472e-1f);
  const FloatVector far = polynomial(
      d, inverse, -10.47766399936249f, 12.97719955372516f, -7.495518717768503f, 2.921019019210786f,
      -1.015265279202700f, 0.4218463358204948f, -0.2820767439740514f, 0.5641895067754075f);
  const FloatVector ratio = hn::IfThenElse(hn::Lt(size, two), near, far);
  const FloatVector minus_square = hn::Neg(square);
  const FloatVector tail = hn::Mul(hn::Div(full_exponential(d, minus_square), size), ratio);
  const auto vanishes = hn::Lt(minus_square, hn::Set(d, -88.72283905206835f));
  const FloatVector positive = hn::IfThenZeroElse(vanishes, tail);
  const FloatVector outside = hn::IfThenElse(hn::Lt(x, zero), hn::Sub(two, positive), positive);
  const FloatVector inside = hn::NegMulAdd(x, series, one);
  return hn::IfThenElse(hn::Lt(size, one), inside, outside);
}

struct ErrorFunction {
  static FloatVector of(Floats d, FloatVector x) { return error_function(d, x); }
  static double of(double x) { return std::erf(x); }
};
struct ComplementaryErrorFunction {
  static FloatVector of(Floats d, FloatVector x) { return complementary_error_function(d, x); }
  static double of(double x) { return std::erfc(x); }
};

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
