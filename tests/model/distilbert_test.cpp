// SPDX-License-Identifier: Apache-2.0
#include "model/distilbert.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using test::expect_contains;

nlohmann::json small_config() {
  return {{"model_type", "distilbert"},
          {"vocab_size", 10},
          {"dim", 4},
          {"n_layers", 1},
          {"n_heads", 2},
          {"hidden_dim", 8},
          {"dropout", 0.25},
          {"qa_dropout", 0.5},
          {"max_position_embeddings", 16}};
}

std::string error_with(const char* key, const nlohmann::json& value) {
  nlohmann::json config = small_config();
  config[key] = value;
  const auto failure = test::failure_of([&] { open_model(config, "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(DistilBertConfig, NamesItsOwnMembers) {
  expect_contains(error_with("n_heads", 3), "dim 4 is not a multiple of n_heads 3");
  expect_contains(error_with("activation", "silu"), "activation is \"silu\", expected gelu");
  expect_contains(error_with("hidden_dim", 0), "hidden_dim is 0");
  expect_contains(error_with("qa_dropout", 1), "qa_dropout is 1, expected 0 to below 1");
  expect_contains(error_with("seq_classif_dropout", -1), "seq_classif_dropout is -1");
  expect_contains(error_with("pad_token_id", 10), "pad_token_id is 10, expected 0 to 9");
}

TEST(DistilBertConfig, TakesTheNamesOfOtherFamiliesFirst) {
  nlohmann::json config = small_config();
  config["hidden_size"] = 6;
  EXPECT_EQ(distilbert_config(config, "").hidden_size, 6);
}

TEST(DistilBertModel, HasDropoutOfItsOwnRatesBeforeItsHeads) {
  const Model model = open_model(small_config(), "");
  EXPECT_EQ(model.architecture, "DistilBert");
  EXPECT_EQ(model.answer_dropout, 0.5);
  EXPECT_EQ(model.pooler.dropout, 0.2);
  EXPECT_FALSE(model.pooler.drops_input);
  EXPECT_EQ(model.pooler.parameters[0].name, "pre_classifier.weight");
  EXPECT_EQ(model.positions, 16);
}

}  // namespace
}  // namespace tutti::model
