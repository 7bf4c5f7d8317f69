// SPDX-License-Identifier: Apache-2.0
// Special functions near their zeros and poles, and at tiny and large arguments. The expected
// values are those of mpmath 1.4 with 80 digits and more, rounded.
#include "op/rules/special_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/ulps.h"

namespace tutti::op {
namespace {

constexpr double kUlps = 4;

struct Value {
  double x, expected;
};
struct ValueOfTwo {
  double x, y, expected;
};

template <typename Function>
void expect_values(Function function, const std::vector<Value>& values) {
  for (const auto& [x, expected] : values)
    EXPECT_LE(test::ulps_between(function(x), expected), kUlps) << x << " gives " << function(x);
}

template <typename Function>
void expect_values_of_two(Function function, const std::vector<ValueOfTwo>& values) {
  for (const auto& [x, y, expected] : values)
    EXPECT_LE(test::ulps_between(function(x, y), expected), kUlps)
        << x << ", " << y << " gives " << function(x, y);
}

TEST(SpecialValues, DigammaKeepsItsDigitsNearZerosAndPoles) {
  expect_values(digamma_of, {{-1e-30, 9.999999999999999e+29},
                             {-1e-17, 1e+17},
                             {-1e-12, 999999999999.4229},
                             {-1e-08, 99999999.42278431},
                             {1e-30, -9.999999999999999e+29},
                             {5e-320, -INFINITY},
                             {-2.0000000000000004, 2251799813685249.0},
                             {-0.999999999999, -1000022122209.0801},
                             {-7.000000001, 999999919.2752774},
                             {1.4616321449683622, -9.241265521729427e-17},
                             {1.4616321449683625, 1.2245374622004068e-16},
                             {-0.504083008264455, 4.042965717222496e-15},
                             {-1.573498473162391, -6.4658805047957276e-15},
                             {-9.702672540001863, 4.939256869086382e-15},
                             {0.5, -1.9635100260214235},
                             {12.5, 2.4851956512749123},
                             {29.999999999999996, 3.3844381326855246},
                             {1000000000000000.0, 34.538776394910684},
                             {1e+300, 690.7755278982137},
                             {-1234567.25, 17.16782412036974}});
}

TEST(SpecialValues, LogGammaKeepsItsDigitsNearItsZeros) {
  expect_values(log_gamma, {{1.0000000000000002, -1.2816762426960008e-16},
                            {0.9999999999999999, 6.408381213480008e-17},
                            {2.0000000000000004, 1.8775396131086244e-16},
                            {1.9999999999999998, -9.387698065543117e-17},
                            {1.000000001, -5.772157118381039e-10},
                            {1.4616321449683622, -0.12148629053584961},
                            {-2.4570247382208006, 5.619192358950097e-17},
                            {-3.955294284858598, -4.14382750757705e-16},
                            {-0.0001, 9.210398101767744},
                            {-1e-300, 690.7755278982137},
                            {1e-310, 713.8013788281542},
                            {0.3, 1.0957979948180756},
                            {3.5, 1.2009736023470743},
                            {-2.0000000001, 22.332703666547864},
                            {10000000000.0, 220258509288.81058},
                            {1e+305, 7.012884533631839e+307},
                            {-100000.3, -1051301.3191134701}});
}

TEST(SpecialValues, BesselHoldsForLargeArguments) {
  expect_values(scaled_bessel_i1, {{0x1p-1074, 0.0},
                                   {1e-310, 5e-311},
                                   {1e-08, 4.99999995e-09},
                                   {0.7, 0.18466998276274732},
                                   {-7.9, -0.13489649943989376},
                                   {29.9, 0.07203337491186879},
                                   {30.1, 0.07179985435101434},
                                   {-501.0, -0.017810077413514206},
                                   {600.0, 0.016276565868339667},
                                   {100000.0, 0.0012615615301218171},
                                   {1e+300, 3.9894228040143264e-151}});
}

TEST(SpecialValues, ComplementaryErrorHoldsInItsTail) {
  expect_values(complementary_error, {{-6.0, 2.0},
                                      {-0.3, 1.3286267594591274},
                                      {1e-300, 1.0},
                                      {0.5, 0.4795001221869535},
                                      {2.9999, 2.210442648216091e-05},
                                      {3.0001, 2.20765758701933e-05},
                                      {8.5, 2.7623240713337716e-33},
                                      {15.25, 3.6865151492308134e-103},
                                      {26.5, 2.2109076642637343e-307},
                                      {27.2, 1e-323}});
}

TEST(SpecialValues, InverseErrorHoldsNearOne) {
  expect_values(inverse_error, {{0x1p-1074, 0x1p-1074},
                                {1e-12, 8.86226925452758e-13},
                                {1e-05, 8.862269254759594e-06},
                                {0.3, 0.2724627147267543},
                                {0.4999999, 0.4769361649459939},
                                {0.5, 0.4769362762044699},
                                {-0.75, -0.8134198475976185},
                                {0.999999999, 4.320005388105362},
                                {0.9999999999999999, 5.8635847487551676},
                                {-0.9999999999999998, -5.805018683193453}});
}

TEST(SpecialValues, LogisticIsSubnormalBeforeItIsZero) {
  expect_values(logistic_of, {{-745.0, 0x1p-1074},
                              {-720.5, 1.2326102893e-313},
                              {-709.9, 4.947061357598873e-309},
                              {-37.0, 8.533047625744065e-17},
                              {-1e-20, 0.5},
                              {0.3, 0.574442516811659},
                              {40.0, 1.0}});
}

TEST(SpecialValues, ZetaHoldsForLargePowersAndNegativeArguments) {
  expect_values_of_two(hurwitz_zeta, {{1.0000000000000002, 0.5, 4503599627370498.0},
                                      {1.0001, 3.0, 9999.077257603696},
                                      {1.5, 1e-300, INFINITY},
                                      {2.0, 1.0, 1.6449340668482264},
                                      {3.0, -2.7, 34.4664695116319},
                                      {8.0, -9.99, 1.0000000000001708e+16},
                                      {5.5, 29.9, 5.479070562581382e-08},
                                      {20.0, 19.7, 2.0899811114983832e-26},
                                      {60.0, 1000.0, 1.7454152227236467e-179},
                                      {200.0, 19.5, 9.842318263565783e-259},
                                      {1000.0, 1.25, 1.2302319221611173e-97},
                                      {2.0, 1000000.0, 1.0000005000001667e-06}});
}

TEST(SpecialValues, PolygammaHoldsForHighOrders) {
  expect_values_of_two(polygamma_of, {{1.0, 1e-20, 1.0000000000000002e+40},
                                      {1.0, -0.5, 8.934802200544679},
                                      {2.0, -1.7, -69.0345495501142},
                                      {3.0, 1.46, 1.5574377156905408},
                                      {10.0, 19.5, -5.844497150452599e-08},
                                      {100.0, 30.0, -626546063.6686132},
                                      {171.0, 100.0, 1.5158124172677882e-35},
                                      {300.0, 200.0, -9.67249965488944e-79}});
}

TEST(SpecialValues, PolesAndInfinitiesAreWhatTheyWere) {
  EXPECT_TRUE(std::isnan(digamma_of(0)));
  EXPECT_TRUE(std::isnan(digamma_of(-3)));
  EXPECT_TRUE(std::isnan(digamma_of(-INFINITY)));
  EXPECT_EQ(digamma_of(INFINITY), INFINITY);
  EXPECT_EQ(log_gamma(-4), INFINITY);
  EXPECT_EQ(log_gamma(-INFINITY), INFINITY);
  EXPECT_EQ(log_gamma(1), 0);
  EXPECT_FALSE(std::signbit(log_gamma(1)));
  EXPECT_EQ(hurwitz_zeta(1, 2), INFINITY);
  EXPECT_EQ(scaled_bessel_i1(INFINITY), 0);
  EXPECT_TRUE(std::signbit(scaled_bessel_i1(-0.0)));
  EXPECT_EQ(inverse_error(-1), -INFINITY);
  EXPECT_TRUE(std::isnan(inverse_error(1.5)));
  EXPECT_EQ(logistic_of(-INFINITY), 0);
}

}  // namespace
}  // namespace tutti::op
