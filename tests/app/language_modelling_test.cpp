// SPDX-License-Identifier: Apache-2.0
// A small decoder learns texts through the commands.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

class LanguageModelling : public testing::Test {
 protected:
  LanguageModelling() {
    const Path tokenizer = Path(TUTTI_SOURCE_DIR) / "tests" / "golden" / "tokenizer" / "mini512";
    std::filesystem::copy(tokenizer, model_);
    write_config(nlohmann::json::object());
    std::string lines;
    for (int i = 0; i < 60; i++)
      lines += fmt::format("{{\"text\": \"One, two, three and {}.\"}}\n", i % 2 ? "four" : "five");
    write_file_atomically(train_, lines);
  }

  void write_config(const nlohmann::json& changes) const {
    nlohmann::json config = {{"model_type", "qwen2"},
                             {"architectures", {"Qwen2ForCausalLM"}},
                             {"vocab_size", 512},
                             {"hidden_size", 32},
                             {"num_hidden_layers", 2},
                             {"num_attention_heads", 4},
                             {"num_key_value_heads", 2},
                             {"intermediate_size", 64},
                             {"max_position_embeddings", 64},
                             {"tie_word_embeddings", true}};
    config.update(changes);
    write_file_atomically(Path(model_) / "config.json", config.dump());
  }

  Outcome train(const Words& more = {}) const {
    Words words = {
        "train", "--model_name_or_path", model_,      "--train_file", train_, "--validation_file",
        train_,  "--do_train",           "--do_eval", "--max_steps",  "40",   "--learning_rate",
        "1e-2",  "--max_seq_length",     "32",        "--output_dir", output_};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words);
  }

  TemporaryFolder folder_;
  std::string model_ = (folder_.path() / "model").string();
  std::string train_ = (folder_.path() / "train.jsonl").string();
  std::string output_ = (folder_.path() / "output").string();
};

TEST_F(LanguageModelling, ASmallDecoderLearnsItsTexts) {
  const Outcome outcome = train();
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  expect_contains(outcome.err, "text-generation");
  const auto results = format::read_json(Path(output_) / "eval_results.json");
  // The texts differ in one word of two, which no model can know.
  EXPECT_LT(results["eval_loss"].get<double>(), 0.6);
  EXPECT_NEAR(results["eval_perplexity"].get<double>(),
              std::exp(results["eval_loss"].get<double>()), 1e-9);
  const Outcome again = run_tutti({"evaluate", "--model_name_or_path", output_, "--validation_file",
                                   train_, "--max_seq_length", "32", "--precision", "f32"});
  ASSERT_EQ(again.code, 0) << again.err;
  expect_contains(again.out, "perplexity");
}

TEST_F(LanguageModelling, WhatIsNotImplementedIsRefusedByItsName) {
  const auto expect_refused = [&](const nlohmann::json& changes, const std::string& message) {
    write_config(changes);
    const Outcome outcome = train();
    EXPECT_EQ(outcome.code, 2);
    expect_contains(outcome.err, message);
  };
  expect_refused({{"sliding_window", 16}}, "sliding_window is 16");
  expect_refused({{"rope_scaling", {{"rope_type", "yarn"}, {"factor", 2}}}},
                 "rope_type is \"yarn\"");
  expect_refused({{"quantization_config", {{"bits", 4}}}}, "quantization_config is given");
  expect_refused({{"num_key_value_heads", 3}}, "not a multiple of num_key_value_heads 3");
}

TEST_F(LanguageModelling, OtherTasksAndOtherFilesAreRefused) {
  const Outcome task = train({"--task", "text-classification"});
  EXPECT_EQ(task.code, 2);
  write_file_atomically(train_, "{\"texts\": \"a\"}\n");
  const Outcome file = train();
  EXPECT_EQ(file.code, 2);
  expect_contains(file.err, "train.jsonl:1: found no text under \"text\"");
}

}  // namespace
}  // namespace tutti::test
