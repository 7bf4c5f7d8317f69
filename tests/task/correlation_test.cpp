// SPDX-License-Identifier: Apache-2.0
#include "task/correlation.h"

#include <gtest/gtest.h>

#include <vector>

#include "format/json.h"
#include "nlohmann/json.hpp"
#include "support/data.h"

namespace tutti::task {
namespace {

TEST(Correlation, IsThatOfScipy) {
  TUTTI_DATA_OR_SKIP(file, "golden/models/metrics/correlation.json");
  const nlohmann::json cases = format::read_json(file);
  EXPECT_GT(cases.size(), 3U);
  for (const nlohmann::json& one : cases) {
    const std::vector<double> x = one["scores"], y = one["labels"];
    EXPECT_NEAR(pearson(x, y), one["pearson"], 1e-12) << one;
    EXPECT_NEAR(spearman(x, y), one["spearman"], 1e-12) << one;
  }
}

TEST(Correlation, OfAConstantIsZero) {
  const std::vector<double> constant = {2, 2}, other = {1, 2};
  EXPECT_EQ(pearson(constant, other), 0);
  EXPECT_EQ(spearman(constant, other), 0);
}

}  // namespace
}  // namespace tutti::task
