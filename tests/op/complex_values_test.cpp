// SPDX-License-Identifier: Apache-2.0
// Complex functions where one part of them cancels or a step overflows. The expected values are
// those of mpmath 1.4 with 120 digits and more, rounded.
#include "op/rules/complex_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/ulps.h"

namespace tutti::op {
namespace {

using Complex = std::complex<double>;

constexpr double kUlps = 4;

struct Value {
  Complex z, expected;
};
struct ValueOfTwo {
  Complex x, y, expected;
};

void expect_near(Complex found, Complex expected) {
  EXPECT_LE(test::ulps_between(found.real(), expected.real()), kUlps) << found << expected;
  EXPECT_LE(test::ulps_between(found.imag(), expected.imag()), kUlps) << found << expected;
}

template <typename Function>
void expect_values(Function function, const std::vector<Value>& values) {
  for (const auto& [z, expected] : values) {
    SCOPED_TRACE(z);
    expect_near(function(z), expected);
  }
}

template <typename Function>
void expect_values_of_two(Function function, const std::vector<ValueOfTwo>& values) {
  for (const auto& [x, y, expected] : values) {
    SCOPED_TRACE(x);
    expect_near(function(x, y), expected);
  }
}

TEST(ComplexValues, LogPlusOneNearTheCircle) {
  expect_values(complex_log_plus_one,
                {{{-0.4, 0.8}, {2.2204460492503132e-17, 0.9272952180016123}},
                 {{-1.0000000001, 1e-09}, {-20.718290670700615, 1.6704649874781745}},
                 {{1e-300, 1e-160}, {1e-300, 1e-160}},
                 {{-0.5, 0.8660254037844386}, {-4.345318932600586e-17, 1.0471975511965976}},
                 {{1e+200, -1e+200}, {460.8635921890891, -0.7853981633974483}}});
}

TEST(ComplexValues, ExponentialMinusOneWhereItIsZero) {
  expect_values(
      complex_exponential_minus_one,
      {{{1e-09, 2e-09}, {9.999999985e-10, 2.000000002e-09}},
       {{0.34657359027997264, 0.7853981633974483}, {1.902093590945233e-17, 1.0}},
       {{-3.0, 3.1}, {-1.0497440100353919, 0.0020701792833473054}},
       {{0.6931471805599453, 1.0471975511965976}, {1.7571206020210172e-16, 1.7320508075688772}}});
}

TEST(ComplexValues, LogisticNearItsPoles) {
  expect_values(complex_logistic, {{{0.0, 3.141592653589793}, {0.5, 8165619676597685.0}},
                                   {{-1e-160, -3.141592653589793}, {0.5, -8165619676597685.0}},
                                   {{2.0, -1.0}, {0.9214831024228917, -0.097788655032967}},
                                   {{-740.0, 1.0}, {2.27e-322, 3.5e-322}},
                                   {{800.0, 1.0}, {1.0, 0.0}}});
}

TEST(ComplexValues, CubeRoots) {
  expect_values(complex_cube_root,
                {{{-8.0, 1e-300}, {1.0, 1.7320508075688772}},
                 {{1e+300, -1e+300}, {1.0842150814913511e+100, -2.9051455550725147e+99}},
                 {{0x1p-1074, 0x1p-1074}, {1.846617709968535e-108, 4.947997241150782e-109}},
                 {{-1.0, -1.0}, {0.7937005259840998, -0.7937005259840998}}});
}

TEST(ComplexValues, HyperbolicTangent) {
  expect_values(
      complex_tanh,
      {{{2.3882727212662918, 1.0066048675981332}, {1.0071228120924873, 0.015337350174434071}},
       {{1e-09, 1.5707963267948966}, {999999999.9999962, 61.23233995736742}},
       {{-350.0, 1.0}, {-1.0, 1.793075702114858e-304}},
       {{-0.5, -40.0}, {-0.8202740384270587, 0.6937204151169902}}});
}

TEST(ComplexValues, Tangent) {
  expect_values(complex_tangent,
                {{{1.5707963267948966, 1e-09}, {61.23233995736742, 999999999.9999962}},
                 {{1.0, -350.0}, {1.793075702114858e-304, -1.0}}});
}

TEST(ComplexValues, Powers) {
  expect_values_of_two(
      complex_power,
      {{{1.5, -0.5}, {20.0, 3.0}, {8542.873284442221, 23535.761824002955}},
       {{-2.0, 1e-09}, {2.5, 0.0}, {7.071067811865476e-09, 5.656854249492381}},
       {{1e-100, 1e-100}, {1.5, -0.25}, {-1.0463178180325667e-150, 1.758988998228537e-150}}});
}

TEST(ComplexValues, Quotients) {
  expect_values_of_two(
      complex_quotient,
      {{{1.7e+308, 1.7e+308},
        {0.6172573346697239, -2.8572366197166037},
        {-4.4564663245086806e+307, 6.912548435512702e+307}},
       {{-0.8967748495363211, -0.44248714019630964},
        {1.3617258909140775, -2.5201179517563252},
        {-0.012923579915278802, -0.34886322505249073}},
       {{0x1p-1074, 1e-310}, {1e-300, 1e-310}, {1.000494065645835e-20, 9.999999999999969e-11}},
       {{3.0, 4.0}, {3e-320, 1e+300}, {4e-300, -2.9999999999999996e-300}}});
}

TEST(ComplexValues, ArcTangent) {
  expect_values_of_two(complex_arc_tangent,
                       {{{1.0, 2.0}, {0.5, -1.5}, {2.1243706856919418, 0.40235947810852507}},
                        {{-3.0, 0.1}, {2.0, 0.25}, {-0.9816636976640778, 0.07318994583275272}}});
}

// By XLA's CPU backend (jaxlib 0.10.2).
TEST(ComplexValues, QuotientsOfInfinitiesAreThoseOfXla) {
  constexpr double kInf = INFINITY, kNan = NAN;
  const std::vector<ValueOfTwo> values = {
      {{kInf, -kInf}, {-1.4e-7, -2.4e31}, {kInf, kInf}},
      {{kInf, -kInf}, {0, 0}, {kInf, -kInf}},
      {{kInf, -kInf}, {-0.0, 0}, {-kInf, kInf}},
      {{kInf, -kInf}, {1, kInf}, {kNan, kNan}},
      {{kInf, 1}, {1, -1e30}, {kInf, kInf}},
      {{kInf, 1}, {1, 1}, {kInf, -kInf}},
      {{kInf, 1}, {0, 1}, {kNan, -kInf}},
      {{1, kInf}, {1, -1e30}, {-kInf, kInf}},
      {{kNan, kInf}, {1, 1}, {kInf, kInf}},
      {{kNan, 1}, {0, 0}, {kNan, kInf}},
      {{1, 2}, {0, 0}, {kInf, kInf}},
      {{1, 2}, {-0.0, 0}, {-kInf, -kInf}},
      {{1, 2}, {kInf, 1}, {0, 0}},
      {{1, 2}, {kNan, kInf}, {-0.0, 0}},
      {{0, 0}, {0, 0}, {kNan, kNan}},
      {{1, 2}, {kNan, 1}, {kNan, kNan}},
      {{kInf, kNan}, {1, 1}, {kInf, -kInf}},
  };
  for (const auto& [x, y, expected] : values) {
    SCOPED_TRACE(x);
    const Complex found = complex_quotient(x, y);
    for (const auto& [a, b] :
         {std::pair(found.real(), expected.real()), std::pair(found.imag(), expected.imag())})
      EXPECT_TRUE((std::isnan(a) && std::isnan(b)) || a == b) << y << found << expected;
  }
}

}  // namespace
}  // namespace tutti::op
