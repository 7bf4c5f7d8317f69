// SPDX-License-Identifier: Apache-2.0
#include "task/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/errors.h"

namespace tutti::task {
namespace {

using Samples = std::vector<size_t>;

Reading sharing(double share, uint64_t seed, Split split) {
  return {.split = split, .share = ValidationShare{share, seed}};
}

TEST(Samples, AreSharedByTheSeed) {
  const Samples train = samples_of(sharing(0.25, 7, Split::train), 10);
  const Samples validation = samples_of(sharing(0.25, 7, Split::validation), 10);
  EXPECT_EQ(validation.size(), 3u) << "rounded up";
  EXPECT_TRUE(std::is_sorted(train.begin(), train.end()));
  EXPECT_TRUE(std::is_sorted(validation.begin(), validation.end()));
  Samples all = train, expected(10);
  all.insert(all.end(), validation.begin(), validation.end());
  std::sort(all.begin(), all.end());
  std::iota(expected.begin(), expected.end(), size_t{0});
  EXPECT_EQ(all, expected) << "each in one of them";
  EXPECT_EQ(samples_of(sharing(0.25, 7, Split::validation), 10), validation);
  EXPECT_NE(samples_of(sharing(0.25, 8, Split::validation), 10), validation);
}

TEST(Samples, AreTheFirstOfTheSplit) {
  Reading reading = sharing(0.5, 1, Split::train);
  const Samples all = samples_of(reading, 8);
  reading.max_samples = 2;
  EXPECT_EQ(samples_of(reading, 8), Samples(all.begin(), all.begin() + 2));
  std::vector<std::string> texts = {"a", "b", "c"};
  keep_samples(texts, {.max_samples = 2});
  EXPECT_EQ(texts, (std::vector<std::string>{"a", "b"}));
}

TEST(Samples, AreEnoughForBothSplits) {
  for (const size_t count : {size_t{0}, size_t{1}}) {
    const auto failure =
        test::failure_of([&] { samples_of(sharing(0.1, 1, Split::train), count); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "--validation_split 0.1: found");
  }
}

}  // namespace
}  // namespace tutti::task
