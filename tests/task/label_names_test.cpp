// SPDX-License-Identifier: Apache-2.0
#include "task/label_names.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::task {
namespace {

using test::expect_contains;
using test::failure_of;

std::vector<std::string> names_of(const LabelNames& labels) {
  std::vector<std::string> names;
  for (size_t id = 0; id < labels.size(); id++) names.push_back(labels[id]);
  return names;
}

TEST(LabelNames, AreInTheOrderOfNumbersOrNames) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_of(LabelNames::of_samples({"10", "9", "10"})), (Names{"9", "10"}));
  EXPECT_EQ(names_of(LabelNames::of_samples({"b", "9", "10"})), (Names{"10", "9", "b"}));
}

TEST(LabelNames, AreFoundByNameOrNumber) {
  const LabelNames labels = LabelNames::of_samples({"a", "b"});
  EXPECT_EQ(labels.id_of("b", "here"), 1);
  EXPECT_EQ(labels.id_of("0", "here"), 0);
  for (const char* wrong : {"2", "-1", "c", ""}) {
    const auto failure = failure_of([&] { labels.id_of(wrong, "here"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "here: the label is");
    expect_contains(failure.message, "expected one of a, b");
  }
}

TEST(LabelNames, AreFoundWithoutCaseWhereThatIsClear) {
  const LabelNames labels = LabelNames::of_samples({"POSITIVE", "neg", "NEG"});
  EXPECT_EQ(labels.find("Positive"), 1);
  EXPECT_EQ(labels.find("NEG"), 0);
  EXPECT_EQ(labels.find("Neg"), std::nullopt) << "of neg and NEG";
  EXPECT_EQ(labels.find_name("1"), std::nullopt);
  EXPECT_TRUE(labels.find_all(LabelNames::of_samples({"positive", "neg", "1"})));
  EXPECT_FALSE(labels.find_all(LabelNames::of_samples({"positive", "3"})));
}

TEST(LabelNames, ThatAreNumbersAreNoIds) {
  const LabelNames labels = LabelNames::of_samples({"1", "2", "3"});
  EXPECT_EQ(labels.find("1"), 0);
  EXPECT_EQ(labels.find("0"), std::nullopt);
}

TEST(LabelNames, WithoutNamesAreTransformers) {
  const LabelNames labels = LabelNames::numbered(2);
  EXPECT_EQ(names_of(labels), (std::vector<std::string>{"LABEL_0", "LABEL_1"}));
  EXPECT_TRUE(labels.are_numbered());
  EXPECT_FALSE(LabelNames::of_samples({"LABEL_1", "LABEL_2"}).are_numbered());
  EXPECT_EQ(labels.find("1"), 1);
  EXPECT_EQ(labels.text(), "LABEL_0, LABEL_1");
}

TEST(LabelNames, AreReadAsTheyWereWritten) {
  nlohmann::ordered_json config;
  EXPECT_EQ(LabelNames::of_config(config, "config.json").size(), 0u);
  LabelNames::of_samples({"no", "yes"}).write(config);
  EXPECT_EQ(config["id2label"]["1"], "yes");
  EXPECT_EQ(config["label2id"]["no"], 0);
  const LabelNames again = LabelNames::of_config(config, "config.json");
  EXPECT_EQ(names_of(again), (std::vector<std::string>{"no", "yes"}));
  EXPECT_TRUE(again.contains_all(LabelNames::of_samples({"yes"})));
  EXPECT_FALSE(again.contains_all(LabelNames::of_samples({"maybe"})));
  config["id2label"].erase("0");
  const auto failure = failure_of([&] { LabelNames::of_config(config, "config.json"); });
  expect_contains(failure.message, "config.json: id2label has no name for 0");
}

TEST(LabelNames, AreAsManyAsTheConfigSays) {
  nlohmann::ordered_json config = {{"num_labels", 3}};
  LabelNames::of_samples({"no", "yes"}).write(config);
  EXPECT_FALSE(config.contains("num_labels"));
  config["num_labels"] = 2;
  EXPECT_EQ(LabelNames::of_config(config, "config.json").size(), 2u);
  config["num_labels"] = 5;  // transformers makes five of it
  const auto failure = failure_of([&] { LabelNames::of_config(config, "config.json"); });
  expect_contains(failure.message, "config.json: num_labels is 5, but id2label names 2");
}

// scikit-learn's accuracy_score and f1_score (average "binary" and "macro") of the same lists.
TEST(LabelNames, ScoresAreAccuracyAndF1) {
  const std::vector<int32_t> found = {1, 1, 0, 0, 1}, expected = {1, 0, 0, 1, 1};
  const auto two = accuracy_and_f1(found, expected, 2);
  EXPECT_DOUBLE_EQ(two["accuracy"].get<double>(), 0.6);
  EXPECT_DOUBLE_EQ(two["f1"].get<double>(), 2.0 / 3);
  const auto three =
      accuracy_and_f1(std::vector<int32_t>{0, 1, 2, 2}, std::vector<int32_t>{0, 1, 1, 2}, 3);
  EXPECT_DOUBLE_EQ(three["accuracy"].get<double>(), 0.75);
  EXPECT_DOUBLE_EQ(three["f1"].get<double>(), (1 + 2.0 / 3 + 2.0 / 3) / 3);
}

TEST(LabelNames, TheMostLikelyComesFirst) {
  const std::vector<float> logits = {0, 2, 0};
  const auto ranked = ranked_labels(logits);
  ASSERT_EQ(ranked.size(), 3u);
  EXPECT_EQ(ranked[0].id, 1u);
  EXPECT_EQ(ranked[1].id, 0u);
  EXPECT_NEAR(ranked[0].probability, std::exp(2.0) / (std::exp(2.0) + 2), 1e-12);
}

}  // namespace
}  // namespace tutti::task
