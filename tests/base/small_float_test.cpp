// SPDX-License-Identifier: Apache-2.0
#include "base/small_float.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

// The values of IEEE 754's binary16; tests/ir/small_float_test.cpp has those of other formats.
TEST(SmallFloat, HalvesAreThoseOfTheStandard) {
  EXPECT_EQ(decode_float(0x7BFF, kHalfFormat), 65504);
  EXPECT_EQ(decode_float(0x0400, kHalfFormat), 0x1p-14);
  EXPECT_EQ(decode_float(0x03FF, kHalfFormat), 0x1p-14 - 0x1p-24);
  EXPECT_EQ(decode_float(0x8001, kHalfFormat), -0x1p-24);
  EXPECT_EQ(decode_float(0xFC00, kHalfFormat), -INFINITY);
  EXPECT_EQ(std::bit_cast<uint64_t>(decode_float(0xFD01, kHalfFormat)), 0xFFF4040000000000);
  for (uint64_t bits = 0; bits < 0x10000; bits++)
    EXPECT_EQ(encode_float(decode_float(bits, kHalfFormat), kHalfFormat), bits);
}

TEST(SmallFloat, TiesGoToTheEvenNeighbour) {
  EXPECT_EQ(encode_float(1 + 0x1p-11, kHalfFormat), 0x3C00u);
  EXPECT_EQ(encode_float(1 + 0x1p-11 + 0x1p-52, kHalfFormat), 0x3C01u);
  EXPECT_EQ(encode_float(1 + 3 * 0x1p-11, kHalfFormat), 0x3C02u);
  EXPECT_EQ(encode_float(-0x1p-25, kHalfFormat), 0x8000u);
  EXPECT_EQ(encode_float(3 * 0x1p-25, kHalfFormat), 0x0002u);
  EXPECT_EQ(encode_float(0x1p-14 - 0x1p-25, kHalfFormat), 0x0400u);  // becomes normal
  EXPECT_EQ(encode_float(65519, kHalfFormat), 0x7BFFu);
  EXPECT_EQ(encode_float(65520, kHalfFormat), 0x7C00u);
  EXPECT_EQ(encode_float(-1e300, kHalfFormat), 0xFC00u);
  EXPECT_EQ(encode_float(1 + 0x1p-8, kBfloatFormat), 0x3F80u);
  EXPECT_EQ(encode_float(0x1p-133, kBfloatFormat), 0x0001u);
  EXPECT_EQ(encode_float(5e-324, kBfloatFormat), 0u);
}

}  // namespace
}  // namespace tutti
