// SPDX-License-Identifier: Apache-2.0
#include "ir/small_float.h"

#include <gtest/gtest.h>

namespace tutti::ir {
namespace {

/// Facts by ml_dtypes 0.5: the largest and the least positive value, the sum of all positive finite
/// ones, how many patterns are finite, and the patterns of some values.
struct Facts {
  ElementType type;
  double largest, least, sum;
  int finite;
  uint64_t nan, infinity, negative_infinity, minus_zero, one_and_a_half, minus_one;
};

const Facts kFacts[] = {
    {ElementType::f4E2M1FN, 6, 0.5, 18, 16, 0x8, 0x7, 0xF, 0x8, 0x3, 0xA},
    {ElementType::f6E2M3FN, 7.5, 0.125, 84, 64, 0x20, 0x1F, 0x3F, 0x20, 0xC, 0x28},
    {ElementType::f6E3M2FN, 28, 0.0625, 175, 64, 0x20, 0x1F, 0x3F, 0x20, 0xE, 0x2C},
    {ElementType::f8E3M4, 15.5, 0.015625, 372, 224, 0x78, 0x70, 0xF0, 0x80, 0x38, 0xB0},
    {ElementType::f8E4M3, 240, 0.001953125, 2943.875, 240, 0x7C, 0x78, 0xF8, 0x80, 0x3C, 0xB8},
    {ElementType::f8E4M3FN, 448, 0.001953125, 5407.875, 254, 0x7F, 0x7F, 0xFF, 0x80, 0x3C, 0xB8},
    {ElementType::f8E4M3FNUZ, 240, 0.0009765625, 2943.9375, 255, 0x80, 0x80, 0x80, 0, 0x44, 0xC0},
    {ElementType::f8E4M3B11FNUZ, 30, 0.0001220703125, 367.9921875, 255, 0x80, 0x80, 0x80, 0, 0x5C,
     0xD8},
    {ElementType::f8E5M2, 57344, 1.52587890625e-05, 360447.9997558594, 248, 0x7E, 0x7C, 0xFC, 0x80,
     0x3E, 0xBC},
    {ElementType::f8E5M2FNUZ, 57344, 7.62939453125e-06, 360447.9998779297, 255, 0x80, 0x80, 0x80, 0,
     0x42, 0xC0},
    {ElementType::f8E8M0FNU, 0x1p127, 0x1p-127, 3.402823669209385e+38, 255, 0xFF, 0xFF, 0xFF, 0xFF,
     0x80, 0xFF},
};

class SmallFloat : public testing::TestWithParam<Facts> {};

TEST_P(SmallFloat, HasItsValuesAndRoundsToThem) {
  const Facts& facts = GetParam();
  double largest = 0, least = INFINITY, sum = 0;
  int finite = 0;
  for (uint64_t bits = 0; bits < uint64_t{1} << bit_width(facts.type); bits++) {
    const double value = float_from_bits(bits, facts.type);
    if (!std::isnan(value)) {
      EXPECT_EQ(float_bits(value, facts.type), bits);
    }
    if (!std::isfinite(value)) continue;
    finite++;
    if (value <= 0) continue;
    largest = std::max(largest, value);
    least = std::min(least, value);
    sum += value;
  }
  EXPECT_EQ(largest, facts.largest);
  EXPECT_EQ(least, facts.least);
  EXPECT_DOUBLE_EQ(sum, facts.sum);
  EXPECT_EQ(finite, facts.finite);
  EXPECT_EQ(float_bits(NAN, facts.type), facts.nan);
  EXPECT_EQ(float_bits(INFINITY, facts.type), facts.infinity);
  EXPECT_EQ(float_bits(-INFINITY, facts.type), facts.negative_infinity);
  EXPECT_EQ(float_bits(-0.0, facts.type), facts.minus_zero);
  EXPECT_EQ(float_bits(1.5, facts.type), facts.one_and_a_half);
  EXPECT_EQ(float_bits(-1, facts.type), facts.minus_one);
}

INSTANTIATE_TEST_SUITE_P(Formats, SmallFloat, testing::ValuesIn(kFacts), [](const auto& chosen) {
  return std::string(name_of(chosen.param.type));
});

TEST(SmallFloat, RoundsToNearestEvenAndOverflowsBehindTheLargest) {
  EXPECT_EQ(round_to(464, ElementType::f8E4M3FN), 448);  // a tie with what would be 480
  EXPECT_TRUE(std::isnan(round_to(465, ElementType::f8E4M3FN)));
  EXPECT_EQ(round_to(247.9, ElementType::f8E4M3), 240);
  EXPECT_EQ(round_to(248, ElementType::f8E4M3), INFINITY);
  EXPECT_EQ(round_to(-1000, ElementType::f4E2M1FN), -6);
  EXPECT_EQ(round_to(0.25, ElementType::f4E2M1FN), 0);
  EXPECT_EQ(round_to(0.75, ElementType::f4E2M1FN), 1);
  EXPECT_EQ(round_to(1 + 0x1p-11, ElementType::tf32), 1);
  EXPECT_EQ(round_to(1 + 3 * 0x1p-11, ElementType::tf32), 1 + 0x1p-9);
}

TEST(WrapTo, TakesNarrowIntegersModuloTheirBits) {
  EXPECT_EQ(wrap_to(7, ElementType::i4), 7);
  EXPECT_EQ(wrap_to(8, ElementType::i4), -8);
  EXPECT_EQ(wrap_to(-1, ElementType::ui2), 3);
  EXPECT_EQ(wrap_to(2, ElementType::i2), -2);
  EXPECT_EQ(lowest_of(ElementType::i4), -8);
  EXPECT_EQ(highest_of(ElementType::ui4), 15);
  EXPECT_EQ(lowest_of(ElementType::i64), INT64_MIN);
  EXPECT_EQ(highest_of(ElementType::ui64), -1);
}

}  // namespace
}  // namespace tutti::ir
