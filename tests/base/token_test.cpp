// SPDX-License-Identifier: Apache-2.0
#include "base/token.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(Token, IsRandomAndHasNoEqual) {
  EXPECT_EQ(random_hex(16).size(), 32u);
  EXPECT_NE(random_hex(16), random_hex(16));
  EXPECT_TRUE(equal_secrets("abc", "abc"));
  EXPECT_FALSE(equal_secrets("abc", "abd"));
  EXPECT_FALSE(equal_secrets("abc", "ab"));
}

}  // namespace
}  // namespace tutti
