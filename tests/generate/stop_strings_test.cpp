// SPDX-License-Identifier: Apache-2.0
#include "generate/stop_strings.h"

#include <gtest/gtest.h>

namespace tutti::generate {
namespace {

TEST(StopStrings, AStringAcrossPiecesEndsTheTextBeforeIt) {
  StopStrings stops({"END", "\n\n"});
  EXPECT_EQ(stops.push("one E"), "one ");
  EXPECT_EQ(stops.push("N"), "");
  EXPECT_FALSE(stops.found());
  EXPECT_EQ(stops.push("D two"), "");
  EXPECT_TRUE(stops.found());
  EXPECT_EQ(stops.push("three"), "");
  EXPECT_EQ(stops.finish(), "");
}

TEST(StopStrings, WhatOnlyBeginsLikeOneIsPassedOn) {
  StopStrings stops({"aab"});
  EXPECT_EQ(stops.push("aa"), "");
  EXPECT_EQ(stops.push("a"), "a");
  EXPECT_EQ(stops.push("ca"), "aac");
  EXPECT_EQ(stops.finish(), "a");
  EXPECT_FALSE(stops.found());
}

TEST(StopStrings, TheFirstOfSeveralCounts) {
  StopStrings stops({"cd", "b"});
  EXPECT_EQ(stops.push("abcd"), "a");
  EXPECT_TRUE(stops.found());
}

TEST(StopStrings, WithoutStringsNothingIsHeldBack) {
  StopStrings stops({});
  EXPECT_EQ(stops.push("abc"), "abc");
}

}  // namespace
}  // namespace tutti::generate
