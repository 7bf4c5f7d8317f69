// SPDX-License-Identifier: Apache-2.0
#include "base/ascii.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(Ascii, OnlyItsLettersBecomeSmall) {
  EXPECT_EQ(in_lower_case("@AZ[`az{ Ü Q4_1"), "@az[`az{ Ü q4_1");
}

}  // namespace
}  // namespace tutti
