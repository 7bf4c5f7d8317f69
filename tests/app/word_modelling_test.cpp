// SPDX-License-Identifier: Apache-2.0
// A small ResNet-BK learns the words of a file through the commands.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

class WordModelling : public testing::Test {
 protected:
  WordModelling() {
    std::filesystem::create_directories(model_);
    write_file_atomically(model_ / "words.txt", "<unk>\n<eos>\none\ntwo\nthree\nfour\nfive\n,\n");
    std::string lines;
    for (int i = 0; i < 80; i++)
      lines +=
          fmt::format("one , two , three , {}\n{}", i % 2 ? "four" : "five", i % 3 ? "" : "\n");
    write_file_atomically(words_, lines);
    write_config({});
  }

  void write_config(const nlohmann::json& changes) const {
    nlohmann::json config = {{"model_type", "resnet_bk"}, {"vocab_size", 8},
                             {"hidden_size", 16},         {"num_hidden_layers", 2},
                             {"num_experts", 4},          {"max_position_embeddings", 32}};
    if (!changes.is_null()) config.update(changes);
    write_file_atomically(model_ / "config.json", config.dump());
  }

  Outcome train(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"train",
                                      "--task",
                                      "lm",
                                      "--model_name_or_path",
                                      model_.string(),
                                      "--train_file",
                                      words_.string(),
                                      "--validation_file",
                                      words_.string(),
                                      "--do_train",
                                      "--allow_missing_tensors",
                                      "--do_eval",
                                      "--max_steps",
                                      "60",
                                      "--learning_rate",
                                      "1e-2",
                                      "--max_seq_length",
                                      "16",
                                      "--output_dir",
                                      output_.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  TemporaryFolder folder_;
  Path model_ = folder_.path() / "model", words_ = folder_.path() / "words.tokens",
       output_ = folder_.path() / "output";
};

TEST_F(WordModelling, ASmallModelLearnsItsWords) {
  const Outcome outcome = train();
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = format::read_json(output_ / "eval_results.json");
  EXPECT_LT(results["eval_loss"].get<double>(), 0.8);
  EXPECT_NEAR(results["eval_perplexity"].get<double>(),
              std::exp(results["eval_loss"].get<double>()), 1e-9);
  EXPECT_TRUE(std::filesystem::exists(output_ / "words.txt"));
  const Outcome again = run_tutti({"evaluate", "--model_name_or_path", output_.string(),
                                   "--validation_file", words_.string(), "--max_seq_length", "16"});
  ASSERT_EQ(again.code, 0) << again.err;
  expect_contains(again.out, "perplexity");
}

TEST_F(WordModelling, AModelThatSeesItsTargetsHasNoPerplexity) {
  write_config({{"bk_sides", "both"}});
  const Outcome best = train({"--metric_for_best_model", "perplexity"});
  EXPECT_EQ(best.code, 2);
  expect_contains(best.err, "--metric_for_best_model perplexity: evaluations of this model do not");
  const Outcome outcome = train();
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto results = format::read_json(output_ / "eval_results.json");
  EXPECT_TRUE(results.contains("eval_loss"));
  EXPECT_FALSE(results.contains("eval_perplexity"));
  const Outcome texts = run_tutti({"evaluate", "--task", "text-generation", "--model_name_or_path",
                                   output_.string(), "--validation_file", words_.string()});
  EXPECT_EQ(texts.code, 2);
  expect_contains(texts.err, "sees the tokens that it predicts");
}

TEST_F(WordModelling, WhatIsNotImplementedIsRefusedByItsName) {
  const auto expect_refused = [&](const nlohmann::json& changes, const std::string& message) {
    write_config(changes);
    const Outcome outcome = train();
    EXPECT_EQ(outcome.code, 2);
    expect_contains(outcome.err, message);
  };
  expect_refused({{"bk_sides", "left"}}, "bk_sides is \"left\", expected causal or both");
  expect_refused({{"num_experts_per_tok", 5}}, "num_experts_per_tok is 5, expected 1 to 4");
  expect_refused({{"capacity_factor", 0}}, "capacity_factor is 0");
}

}  // namespace
}  // namespace tutti::test
