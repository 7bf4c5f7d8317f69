// SPDX-License-Identifier: Apache-2.0
#include "kernel/simd.h"

#include <gtest/gtest.h>

#include <limits>

namespace tutti::kernel {
namespace {

TEST(Bfloat16, RoundsToNearestEven) {
  EXPECT_EQ(to_bfloat16(1.0f).bits, 0x3F80);
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x3F808000u)).bits, 0x3F80);  // a tie, down to even
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x3F818000u)).bits, 0x3F82);  // a tie, up to even
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x3F808001u)).bits, 0x3F81);
  EXPECT_EQ(to_bfloat16(std::bit_cast<float>(0x7F7FFFFFu)).bits, 0x7F80);  // above the largest
  EXPECT_EQ(to_bfloat16(-0.0f).bits, 0x8000);
}

TEST(Bfloat16, KeepsNanAndInfinity) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(to_bfloat16(-infinity).bits, 0xFF80);
  const float nan = to_float(to_bfloat16(std::bit_cast<float>(0x7F800001u)));
  EXPECT_NE(nan, nan);
}

TEST(Bfloat16, WidensExactly) {
  EXPECT_EQ(to_float(Bfloat16{0xC049}), -3.140625f);
}

}  // namespace
}  // namespace tutti::kernel
