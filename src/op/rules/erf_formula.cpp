// SPDX-License-Identifier: Apache-2.0
// Rational approximations of the error functions: for f64 those of Cephes (ndtr.c), for f32 Eigen's
// erf and Cephes' erfcf.
#include <cmath>

#include "op/emit.h"
#include "op/rules/chlo.h"

namespace tutti::op {
namespace {

Value abs_of(Builder& b, Value x) {
  return b.one("stablehlo.abs", {x});
}

/// exp(-x^2) for large |x|, times what `tail` gives; 0 where the exponential underflows; mirrored
/// for negative x: erfc(-x) = 2 - erfc(x).
Value mirrored(Builder& b, Value x, Value minus_square, Value tail, double underflow) {
  Value gone = compare(b, "LT", minus_square, constant_like(b, x, underflow));
  Value positive = select(b, gone, zeros_like(b, x), tail);
  Value negative = compare(b, "LT", x, zeros_like(b, x));
  return select(b, negative, subtract(b, constant_like(b, x, 2), positive), positive);
}

Value erf_near_zero_f64(Builder& b, Value x) {
  Value square = multiply(b, x, x);
  Value top = polynomial(b, square,
                         {9.60497373987051638749, 90.0260197203842689217, 2232.00534594684319226,
                          7003.32514112805075473, 55592.3013010394962768});
  Value bottom =
      polynomial(b, square,
                 {1, 33.5617141647503099647, 521.357949780152679795, 4594.32382970980127987,
                  22629.0000613890934246, 49267.3942608635921086});
  return multiply(b, x, divide(b, top, bottom));
}

Value erfc_far_f64(Builder& b, Value x) {
  Value a = abs_of(b, x), minus_square = negate(b, multiply(b, x, x));
  Value near = divide(
      b,
      polynomial(b, a,
                 {2.46196981473530512524e-10, 0.564189564831068821977, 7.46321056442269912687,
                  48.6371970985681366614, 196.520832956077098242, 526.445194995477358631,
                  934.528527171957607540, 1027.55188689515710272, 557.535335369399327526}),
      polynomial(b, a,
                 {1, 13.2281951154744992508, 86.7072140885989742329, 354.937778887819891062,
                  975.708501743205489753, 1823.90916687909736289, 2246.33760818710981792,
                  1656.66309194161350182, 557.535340817727675546}));
  Value far =
      divide(b,
             polynomial(b, a,
                        {0.564189583547755073984, 1.27536670759978104416, 5.01905042251180477414,
                         6.16021097993053585195, 7.40974269950448939160, 2.97886665372100240670}),
             polynomial(b, a,
                        {1, 2.26052863220117276590, 9.39603524938001434673, 12.0489539808096656605,
                         17.0814450747565897222, 9.60896809063285878198, 3.36907645100081516050}));
  Value ratio = select(b, compare(b, "LT", a, constant_like(b, x, 8)), near, far);
  return mirrored(b, x, minus_square, multiply(b, exponential(b, minus_square), ratio),
                  -709.782712893383996843);
}

Value erf_f32(Builder& b, Value x) {
  Value clamped = minimum(b, maximum(b, x, constant_like(b, x, -4)), constant_like(b, x, 4));
  Value square = multiply(b, clamped, clamped);
  Value top = polynomial(
      b, square,
      {-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
       -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02});
  Value bottom = polynomial(b, square,
                            {-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03,
                             -7.37332916720468e-03, -1.42647390514189e-02});
  Value ratio = divide(b, multiply(b, clamped, top), bottom);
  return minimum(b, maximum(b, ratio, constant_like(b, x, -1)), constant_like(b, x, 1));
}

/// erfc(a) a e^(a^2) for a of 1 and more.
Value erfc_ratio_f32(Builder& b, Value a, Value square) {
  Value inverse = divide(b, constant_like(b, a, 1), square);
  Value near = polynomial(b, inverse,
                          {2.326819970068386e-2, -1.387039388740657e-1, 3.687424674597105e-1,
                           -5.824733027278666e-1, 6.210004621745983e-1, -4.944515323274145e-1,
                           3.404879937665872e-1, -2.741127028184656e-1, 5.638259427386472e-1});
  Value far =
      polynomial(b, inverse,
                 {-10.47766399936249, 12.97719955372516, -7.495518717768503, 2.921019019210786,
                  -1.015265279202700, 0.4218463358204948, -0.2820767439740514, 0.5641895067754075});
  return select(b, compare(b, "LT", a, constant_like(b, a, 2)), near, far);
}

Value erfc_f32(Builder& b, Value x) {
  Value a = abs_of(b, x), square = multiply(b, x, x), minus_square = negate(b, square);
  Value series = polynomial(
      b, square,
      {7.853861353153693e-5, -8.010193625184903e-4, 5.188327685732524e-3, -2.685381193529856e-2,
       1.128358514861418e-1, -3.761262582423300e-1, 1.128379165726710});
  Value near_zero = subtract(b, constant_like(b, x, 1), multiply(b, x, series));
  Value ratio = erfc_ratio_f32(b, a, square);
  Value tail = multiply(b, divide(b, exponential(b, minus_square), a), ratio);
  Value outside = mirrored(b, x, minus_square, tail, -88.72283905206835);
  return select(b, compare(b, "LT", a, constant_like(b, x, 1)), near_zero, outside);
}

}  // namespace

Value erf_formula(Builder& b, Value x) {
  if (x->type.element != ElementType::f64) return erf_f32(b, x);
  Value inside = compare(b, "LT", abs_of(b, x), constant_like(b, x, 1));
  return select(b, inside, erf_near_zero_f64(b, x),
                subtract(b, constant_like(b, x, 1), erfc_far_f64(b, x)));
}

Value erfc_formula(Builder& b, Value x) {
  if (x->type.element != ElementType::f64) return erfc_f32(b, x);
  Value inside = compare(b, "LT", abs_of(b, x), constant_like(b, x, 1));
  return select(b, inside, subtract(b, constant_like(b, x, 1), erf_near_zero_f64(b, x)),
                erfc_far_f64(b, x));
}

}  // namespace tutti::op
