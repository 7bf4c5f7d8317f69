// SPDX-License-Identifier: Apache-2.0
#include "task/causal/sampling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "format/safetensors.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::task {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// The settings of the golden chains, each as transformers' GenerationConfig got it.
std::map<std::string, SamplingSettings> chains() {
  std::map<std::string, SamplingSettings> chains = {
      {"temperature", {.temperature = 0.7}},
      {"top_k", {.top_k = 5}},
      {"top_p", {.top_p = 0.9}},
      {"min_p", {.min_p = 0.1}},
      {"repetition_penalty", {.repetition_penalty = 1.1}},
      {"seed", {.temperature = 0.7, .top_p = 0.9, .repetition_penalty = 1.1}},
      {"all",
       {.temperature = 0.6, .top_k = 40, .top_p = 0.8, .min_p = 0.02, .repetition_penalty = 1.3}},
      {"top_p_tiny", {.top_p = 1e-9}},
      {"top_k_1", {.top_k = 1}},
      {"top_k_over_vocabulary", {.top_k = 5000}},
      {"flat", {.temperature = 100, .top_p = 0.5}}};
  for (auto& [name, settings] : chains) settings.sample = true;
  return chains;
}

template <typename T>
std::vector<T> tensor(const format::SafetensorsFile& file, const std::string& name) {
  const format::TensorInfo* info = file.find(name);
  if (!info) throw std::runtime_error("no tensor " + name);
  std::vector<T> values(info->bytes() / sizeof(T));
  file.read(*info, std::as_writable_bytes(std::span(values)));
  return values;
}

/// Compares every chain that the file has; returns how many.
int compare_chains(const std::filesystem::path& path) {
  const format::SafetensorsFile file(path);
  const auto ids = tensor<int64_t>(file, "input_ids");
  const std::vector<int32_t> seen(ids.begin(), ids.end());
  int compared = 0;
  for (const auto& [name, settings] : chains()) {
    if (!file.find("processed." + name)) continue;
    SCOPED_TRACE(name);
    auto logits = tensor<float>(file, "logits");
    process_logits(settings, seen, logits);
    EXPECT_EQ(logits, tensor<float>(file, "processed." + name));
    logits_to_probabilities(logits);
    const auto expected = tensor<float>(file, "probability." + name);
    double sum = 0;
    for (size_t i = 0; i < logits.size(); i++) {
      sum += logits[i];
      // The two exponentials may round differently: a few units in the last place.
      EXPECT_NEAR(logits[i], expected[i], 4e-7 * expected[i]) << i;
    }
    EXPECT_NEAR(sum, 1, 1e-6);
    compared++;
  }
  return compared;
}

TEST(Sampling, ProcessesLogitsAsTransformersDoes) {
  EXPECT_EQ(compare_chains(test::golden_data("sampling.safetensors")), 5);
}

TEST(Sampling, ProcessesLogitsOfEveryChainAsTransformersDoes) {
  const auto path = test::test_data("golden/causal/generation/golden.safetensors");
  if (!path) TUTTI_SKIP_FOR_DATA("golden/causal/generation is not here");
  EXPECT_EQ(compare_chains(*path), 11);
}

TEST(Sampling, PenalizesEachIdOnceAndIgnoresIdsBeyondTheRow) {
  std::vector<float> logits = {2, -2, 1, 0};
  process_logits({.repetition_penalty = 2}, std::vector<int32_t>{0, 1, 1, 0, 9, -1}, logits);
  EXPECT_EQ(logits, (std::vector<float>{1, -4, 1, 0}));
}

TEST(Sampling, GreedyIgnoresEverythingButThePenalty) {
  std::vector<float> logits = {3, 2.5, 1};
  const SamplingSettings settings{
      .temperature = 100, .top_k = 1, .top_p = 0, .min_p = 1, .repetition_penalty = 2};
  EXPECT_EQ(next_token(settings, std::vector<int32_t>{0}, logits, 7, 0), 1);
  EXPECT_EQ(logits, (std::vector<float>{1.5, 2.5, 1}));
  EXPECT_EQ(likeliest_token(std::vector<float>{1, 3, 3}), 1);
}

TEST(Sampling, TiesWithTheLastOfTopKStay) {
  std::vector<float> logits = {1, 3, 2, 2, 0};
  process_logits({.sample = true, .top_k = 2}, {}, logits);
  EXPECT_EQ(logits, (std::vector<float>{-kInfinity, 3, 2, 2, -kInfinity}));
}

TEST(Sampling, KeepsOneTokenAtLeast) {
  for (const SamplingSettings& settings : {SamplingSettings{.sample = true, .top_p = 0},
                                           SamplingSettings{.sample = true, .min_p = 1}}) {
    std::vector<float> logits = {1, -kInfinity, 5, 2};
    process_logits(settings, {}, logits);
    EXPECT_EQ(logits, (std::vector<float>{-kInfinity, -kInfinity, 5, -kInfinity}));
  }
}

TEST(Sampling, ExtremeTemperaturesKeepTheirMeaning) {
  const std::vector<float> logits = {-3, 1, -kInfinity, 2, 2}, least = {-5, -2, -kInfinity};
  for (const double temperature : {1e-37, 1e-38, 1e-45, 1e-300}) {
    std::vector<float> row = logits, negative = least;
    process_logits({.sample = true, .temperature = temperature}, {}, row);
    logits_to_probabilities(row);
    EXPECT_EQ(row, (std::vector<float>{0, 0, 0, 0.5, 0.5})) << temperature;
    EXPECT_EQ(next_token({.sample = true, .temperature = temperature}, {}, negative, 0, 0), 1);
  }
  for (const double temperature : {1e38, 1e300}) {
    std::vector<float> row = logits;
    process_logits({.sample = true, .temperature = temperature}, {}, row);
    logits_to_probabilities(row);
    EXPECT_EQ(row, (std::vector<float>{0.25, 0.25, 0, 0.25, 0.25})) << temperature;
  }
}

TEST(Sampling, ExtremePenaltiesLeaveTokensThatMayFollow) {
  constexpr float kLargest = std::numeric_limits<float>::max();
  const std::vector<int32_t> seen = {0, 1, 2};
  std::vector<float> row = {-20, 3e5f, -kInfinity};
  process_logits({.repetition_penalty = 1e38}, seen, row);
  EXPECT_EQ(row, (std::vector<float>{-kLargest, 3e5f / 1e38f, -kInfinity}));
  row = {-20, 3e5f, -kInfinity};
  process_logits({.repetition_penalty = 1e-38}, seen, row);
  EXPECT_EQ(row[1], kLargest);
  row = {-20, -30, -kInfinity};
  const SamplingSettings all = {.sample = true, .temperature = 0.5, .repetition_penalty = 1e38};
  EXPECT_NE(next_token(all, seen, row, 0, 0), 2);
}

TEST(Sampling, ExtremeBoundsAreNone) {
  const std::vector<float> logits = {1, 2, 3};
  std::vector<float> row = logits;
  process_logits({.sample = true, .top_k = std::numeric_limits<int64_t>::max(), .min_p = 1e-300},
                 {}, row);
  EXPECT_EQ(row, logits);
  process_logits({.sample = true, .top_p = 1e-300}, {}, row);
  EXPECT_EQ(row, (std::vector<float>{-kInfinity, -kInfinity, 3}));
}

TEST(Sampling, DrawsByProbability) {
  const std::vector<float> probabilities = {0.5, 0, 0.125, 0.375};
  const int draws = 40000;
  std::vector<int> counts(probabilities.size());
  for (int i = 0; i < draws; i++)
    counts[static_cast<size_t>(draw_token(probabilities, 3, 0, static_cast<uint64_t>(i)))]++;
  for (size_t i = 0; i < counts.size(); i++)  // five deviations of a binomial count
    EXPECT_NEAR(counts[i], draws * probabilities[i], 5 * std::sqrt(draws) / 2) << i;
  EXPECT_EQ(counts[1], 0);
}

TEST(Sampling, ADrawDependsOnSeedSequenceAndPosition) {
  const std::vector<float> even(1000, 0.001f);
  const auto drawn = [&](uint64_t seed, uint32_t sequence) {
    std::vector<int32_t> ids;
    for (uint64_t position = 0; position < 8; position++)
      ids.push_back(draw_token(even, seed, sequence, position));
    return ids;
  };
  EXPECT_EQ(drawn(1, 0), drawn(1, 0));
  EXPECT_NE(drawn(1, 0), drawn(2, 0));
  EXPECT_NE(drawn(1, 0), drawn(1, 1));
  EXPECT_NE(drawn(1, 0)[0], drawn(1, 0)[1]);
}

TEST(Sampling, NextTokenIsAKeptOne) {
  const std::vector<float> logits = {0, 4, 3.9f, 1};
  for (uint64_t seed = 0; seed < 50; seed++) {
    std::vector<float> row = logits;
    const int32_t id =
        next_token({.sample = true, .top_k = 2}, std::vector<int32_t>{5}, row, seed, 0);
    EXPECT_TRUE(id == 1 || id == 2);
  }
}

TEST(Sampling, RefusesValuesOutOfRange) {
  const auto message = [](const SamplingSettings& settings) {
    return test::failure_of([&] { check_sampling(settings); }).message;
  };
  EXPECT_EQ(
      message({.temperature = -1}),
      "temperature: found -1, expected a number above 0; for the likeliest token do not sample");
  test::expect_contains(message({.temperature = 0}), "temperature: found 0");
  test::expect_contains(message({.temperature = NAN}), "temperature: found nan");
  test::expect_contains(message({.temperature = INFINITY}), "temperature: found inf");
  test::expect_contains(message({.top_k = -1}), "top_k: found -1");
  test::expect_contains(message({.top_p = 1.5}), "top_p: found 1.5, expected a number from 0 to 1");
  test::expect_contains(message({.min_p = -0.5}), "min_p: found -0.5");
  for (const double penalty : {0.0, 1e-300, 1e300})
    test::expect_contains(message({.repetition_penalty = penalty}), "repetition_penalty: found ");
}

TEST(Sampling, RefusesLogitsThatAreNotFinite) {
  const auto message = [](std::vector<float> logits) {
    return test::failure_of([&] { process_logits({}, {}, logits); }).message;
  };
  test::expect_contains(message({1, NAN}), "found the logit nan");
  test::expect_contains(message({1, kInfinity}), "found the logit inf");
  test::expect_contains(message({-kInfinity, -kInfinity}), "found no token that may follow");
}

TEST(Sampling, StopsAtAnyOfTheStopIds) {
  const std::vector<int32_t> stop = {2, 151645};
  EXPECT_TRUE(is_stop_token(stop, 151645));
  EXPECT_FALSE(is_stop_token(stop, 3));
  EXPECT_FALSE(is_stop_token({}, 3));
}

}  // namespace
}  // namespace tutti::task
