// SPDX-License-Identifier: Apache-2.0
#include "train/shares.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tutti::train {
namespace {

using Shares = std::vector<int64_t>;
using Seconds = std::vector<float>;

TEST(Shares, FollowTheSpeeds) {
  EXPECT_EQ(balanced_shares(Seconds{1, 1}, 8), (Shares{4, 4}));
  EXPECT_EQ(balanced_shares(Seconds{1, 3}, 8), (Shares{6, 2}));
  EXPECT_EQ(balanced_shares(Seconds{1, 2}, 16), (Shares{11, 5}));
  EXPECT_EQ(balanced_shares(Seconds{4, 1, 2}, 14), (Shares{2, 8, 4}));
}

TEST(Shares, LeaveNoneWithoutWorkWhereThereIsEnough) {
  EXPECT_EQ(balanced_shares(Seconds{1, 1000}, 8), (Shares{7, 1}));
  EXPECT_EQ(balanced_shares(Seconds{3, 1, 1.9F}, 2), (Shares{0, 1, 1}));
}

TEST(Shares, TakeTheMeanForWhatIsNotKnown) {
  EXPECT_EQ(balanced_shares(Seconds{1, 0, 3}, 11), (Shares{6, 3, 2}));
  EXPECT_EQ(balanced_shares(Seconds{0, 0}, 8), (Shares{4, 4}));
}

/// No other shares are done earlier: all of two and three processes are tried.
TEST(Shares, AreTheBestThereAre) {
  const auto longest = [](const Shares& shares, const Seconds& seconds) {
    double time = 0;
    for (size_t k = 0; k < shares.size(); k++)
      time = std::max(time, static_cast<double>(shares[k]) * static_cast<double>(seconds[k]));
    return time;
  };
  for (const Seconds& seconds :
       {Seconds{1, 1.7F, 2.9F}, Seconds{8, 1, 1}, Seconds{0.3F, 5, 0.9F}}) {
    const Shares found = balanced_shares(seconds, 17);
    EXPECT_EQ(std::accumulate(found.begin(), found.end(), int64_t{0}), 17);
    for (int64_t a = 1; a < 16; a++)
      for (int64_t b = 1; a + b < 17; b++)
        EXPECT_LE(longest(found, seconds), longest({a, b, 17 - a - b}, seconds));
  }
}

TEST(Shares, StayWhereLittleIsGained) {
  EXPECT_EQ(next_shares({8, 8}, Seconds{1, 1.04F}), (Shares{8, 8}));
  EXPECT_EQ(next_shares({8, 8}, Seconds{1, 1.3F}), (Shares{9, 7}));
  // 10:6 would take 10 instead of 10.4.
  EXPECT_EQ(next_shares({9, 7}, Seconds{1, 1.48F}), (Shares{9, 7}));
  // A process that has not been measured yet.
  EXPECT_EQ(next_shares({8, 8}, Seconds{1, 0}), (Shares{8, 8}));
  // One that has nothing to do is not waited for, and counts as the mean.
  EXPECT_EQ(next_shares({1, 1, 0}, Seconds{1, 2, 0}), (Shares{1, 0, 1}));
}

TEST(Pace, IsAMeanOfTheLastSteps) {
  Pace pace;
  pace.add({50, 100, 0, 50});  // the first one
  EXPECT_EQ(pace.seconds_per_token(), 0);
  pace.add({1, 100, 1, 2});
  EXPECT_EQ(pace.seconds_per_token(), 0);
  pace.add({1, 100, 1, 2});
  EXPECT_FLOAT_EQ(pace.seconds_per_token(), 0.01F);
  // A step with less work counts for less, and one without work for nothing.
  pace.add({6, 50, 0, 6});
  EXPECT_FLOAT_EQ(pace.seconds_per_token(), static_cast<float>((0.64 + 0.8 + 6) / (64 + 80 + 50)));
  const float known = pace.seconds_per_token();
  pace.add({0, 0, 3, 3});
  EXPECT_EQ(pace.seconds_per_token(), known);
  for (int step = 0; step < 20; step++) pace.add({4, 100, 1, 5, 2, 0.5});
  EXPECT_NEAR(pace.seconds_per_token(), 0.04, 0.0005);
  EXPECT_NEAR(pace.waiting(), 0.2, 0.01);
  EXPECT_NEAR(pace.hidden(), 0.4, 0.01);
  EXPECT_NEAR(pace.exposed(), 0.1, 0.01);
}

}  // namespace
}  // namespace tutti::train
