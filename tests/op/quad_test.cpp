// SPDX-License-Identifier: Apache-2.0
#include "op/rules/quad.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tutti::op {
namespace {

/// A number given by its parts, for more digits than a literal has.
Quad sum(double high, double low) {
  return Quad{high} + low;
}

void expect_near(Quad found, Quad expected) {
  EXPECT_LE(static_cast<double>(magnitude(found - expected)),
            1e-30 * static_cast<double>(magnitude(expected)))
      << static_cast<double>(found);
}

// The parts are of values by mpmath with 60 digits.
TEST(Quad, FunctionsKeepThirtyDigits) {
  expect_near(quad_pi(), sum(3.141592653589793, 1.2246467991473532e-16));
  expect_near(exponential(0.3), sum(1.3498588075760032, -9.447314673432387e-17));
  expect_near(exponential(-300.25), sum(4.009422364622857e-131, -9.421845746665655e-148));
  expect_near(exponential_minus_one(1e-9), sum(1.0000000005000001e-09, -7.443897403844588e-26));
  expect_near(logarithm(3.7), sum(1.308332819650179, -8.256475934401426e-17));
  expect_near(log_plus_one(-0.1), sum(-0.10536051565782631, 1.72619633020345e-18));
  expect_near(sine_cosine(2.5).sine, sum(0.5984721441039565, -5.521403334082375e-17));
  expect_near(sine_cosine(12345.0).cosine, sum(0.11143578678412723, -4.2943869513340116e-18));
  expect_near(arc_tangent(3, -2), sum(2.158798930342464, 2.1958367134601997e-16));
  expect_near(square_root(2), sum(1.4142135623730951, -9.667293313452913e-17));
}

TEST(Quad, FunctionsAreInverses) {
  for (const double x : {1e-300, 0.3, 1.0, 2.5, 1e300}) {
    expect_near(exponential(logarithm(x)), x);
    expect_near(square_root(x) * square_root(x), x);
    expect_near(whole_power(square_root(x), 2), x);
  }
  expect_near(logarithm(whole_power(1e300, 5)), 5 * logarithm(1e300));
}

TEST(Quad, AnglesHaveTheSignsOfTheStandardLibrary) {
  for (const double y : {0.0, -0.0, 1.0, -2.0, 1e-300, static_cast<double>(INFINITY)})
    for (const double x : {0.0, -0.0, 1.0, -3.0, static_cast<double>(-INFINITY)}) {
      const auto angle = static_cast<double>(arc_tangent(y, x));
      EXPECT_NEAR(angle, std::atan2(y, x), 1e-15) << y << ", " << x;
      EXPECT_EQ(std::signbit(angle), std::signbit(y)) << y << ", " << x;
    }
}

}  // namespace
}  // namespace tutti::op
