// SPDX-License-Identifier: Apache-2.0
#include "serve/fast_line.h"

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "metrics/metrics_line.h"

namespace tutti::serve {
namespace {

constexpr std::string_view kLine =
    "{\"phase\":\"train\",\"step\":12,\"time\":1795000000.25,\"samples\":192,\"train/loss\":2.5,"
    "\"train/learning_rate\":4.5e-05,\"eval/f1\":-0.0,\"large\":1E+3}";

using Values = std::vector<std::pair<std::string, double>>;

TEST(FastLine, ReadsWhatTrainingsWrite) {
  const auto line = fast_metrics_line(kLine);
  ASSERT_TRUE(line);
  EXPECT_EQ(line->phase, metrics::MetricsLine::Phase::train);
  EXPECT_EQ(line->step, 12);
  EXPECT_EQ(line->values, (Values{{"time", 1795000000.25},
                                  {"samples", 192},
                                  {"train/loss", 2.5},
                                  {"train/learning_rate", 4.5e-05},
                                  {"eval/f1", -0.0},
                                  {"large", 1000}}));
}

TEST(FastLine, LeavesOtherLinesToTheParser) {
  for (const char* text :
       {"", "{}", "{\"step\":1}", "{\"phase\":\"train\"}", "{\"phase\":\"other\",\"step\":1}",
        "{\"phase\":\"regroup\",\"step\":1}", "{\"phase\":\"train\",\"step\":1.5}",
        "{\"phase\":\"train\",\"step\":1,\"a\":01}", "{\"phase\":\"train\",\"step\":1,\"a\":1.}",
        "{\"phase\":\"train\",\"step\":1,\"a\":inf}", "{\"phase\":\"train\",\"step\":1,\"a\":null}",
        "{\"phase\":\"train\",\"step\":1,\"a\":1,\"a\":2}", "{\"phase\":\"train\",\"step\":1,}",
        "{\"phase\":\"train\",\"step\":1}x", "{\"phase\":\"train\",\"step\":1,\"a\":1e999}",
        "{\"phase\":\"train\", \"step\":1}", "{\"phase\":\"train\",\"step\":1,\"step\":1}"})
    EXPECT_FALSE(fast_metrics_line(text)) << text;
}

/// The parser of lines of any form judges: what is read here is what it reads.
TEST(FastLine, AgreesWithTheParserOnMutatedLines) {
  std::mt19937 random(7);
  int read = 0;
  for (int i = 0; i < 20'000; i++) {
    std::string text(kLine);
    for (int change = 0; change < 1 + i % 3; change++) {
      const size_t at = random() % text.size();
      const char with = "0123456789.eE+-\"{},:/ abn\\"[random() % 26];
      if (random() % 3 == 0)
        text.erase(at, 1);
      else if (random() % 2 == 0)
        text.insert(at, 1, with);
      else
        text[at] = with;
    }
    const auto line = fast_metrics_line(text);
    if (!line) continue;
    read++;
    metrics::MetricsLine expected;
    ASSERT_NO_THROW(expected = metrics::parse_metrics_line(text, "")) << text;
    EXPECT_EQ(line->phase, expected.phase) << text;
    EXPECT_EQ(line->step, expected.step) << text;
    Values values = line->values;
    std::sort(values.begin(), values.end());
    std::sort(expected.values.begin(), expected.values.end());
    EXPECT_EQ(values, expected.values) << text;
  }
  EXPECT_GT(read, 2'000);
}

}  // namespace
}  // namespace tutti::serve
