// SPDX-License-Identifier: Apache-2.0
#include "base/percent_encoding.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(PercentEncoding, KeepsLettersDigitsAndFourSigns) {
  EXPECT_EQ(percent_encoded("a b/ü~+%"), "a%20b%2F%C3%BC~%2B%25");
  EXPECT_EQ(percent_encoded("a/b", true), "a/b");
}

}  // namespace
}  // namespace tutti
