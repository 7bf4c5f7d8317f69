// SPDX-License-Identifier: Apache-2.0
#include "model/bert.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using test::expect_contains;
using test::failure_of;

nlohmann::json small_config() {
  return {{"model_type", "bert"},         {"vocab_size", 10},         {"hidden_size", 4},
          {"num_hidden_layers", 1},       {"num_attention_heads", 2}, {"intermediate_size", 8},
          {"max_position_embeddings", 16}};
}

std::string error_with(const char* key, const nlohmann::json& value) {
  nlohmann::json config = small_config();
  config[key] = value;
  const auto failure = failure_of([&] { bert_config(config, "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(BertConfig, RefusesWhatIsNoEncoder) {
  expect_contains(error_with("is_decoder", true), "config.json: is_decoder is true");
  expect_contains(error_with("add_cross_attention", true), "add_cross_attention is true");
  nlohmann::json config = small_config();
  config["is_decoder"] = false;
  EXPECT_EQ(bert_config(config, "config.json").type_vocab_size, 2);
}

TEST(BertConfig, RefusesAPaddingTokenOutsideOfTheVocabulary) {
  expect_contains(error_with("pad_token_id", 10), "pad_token_id is 10, expected 0 to 9");
  expect_contains(error_with("pad_token_id", -1), "pad_token_id is -1, expected 0 to 9");
}

TEST(BertConfig, ANullPaddingTokenKeepsNoRowFromLearning) {
  nlohmann::json config = small_config();
  EXPECT_EQ(bert_config(config, "config.json").pad_token_id, 0);
  config["pad_token_id"] = nullptr;
  EXPECT_EQ(bert_config(config, "config.json").pad_token_id, std::nullopt);
}

}  // namespace
}  // namespace tutti::model
