// SPDX-License-Identifier: Apache-2.0
#include "base/secrets.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(Secrets, AreKnownByNameAndValue) {
  EXPECT_TRUE(is_secret("AWS_SECRET_ACCESS_KEY", "0123456789"));
  EXPECT_TRUE(is_secret("TUTTI_TOKEN", "01234567"));
  EXPECT_FALSE(is_secret("GOOGLE_APPLICATION_CREDENTIALS", "/home/me/key.json"));
  EXPECT_FALSE(is_secret("XKEYBOARD", "us"));
  EXPECT_FALSE(is_secret("HOME", "/home/me"));
}

TEST(Secrets, AreHiddenWhereverTheyAre) {
  EXPECT_EQ(without_secrets("abcdefgh xabcdefghabcdefgh", {"abcdefgh"}), "*** x******");
  EXPECT_EQ(without_secrets("nothing", {"abcdefgh"}), "nothing");
}

TEST(Secrets, KeysOfWellKnownFormsAreHidden) {
  EXPECT_EQ(without_known_keys("key=AKIA0123456789ABCDEF, hf_abcdefghijklmnopqrst\n"),
            "key=***, ***\n");
  EXPECT_EQ(without_known_keys("Bearer ya29.a0AfH6SMBx-abcdef_0123"), "Bearer ***");
  for (const char* plain : {"", "hf_short", "sk-learn", "loss 5.0101  grad_norm 3.344", " . ", "ä"})
    EXPECT_EQ(without_known_keys(plain), plain);
}

}  // namespace
}  // namespace tutti
