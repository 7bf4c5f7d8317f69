// SPDX-License-Identifier: Apache-2.0
#include "model/albert.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;

Json small(const Json& changes) {
  Json config = {{"model_type", "albert"},  {"vocab_size", 10},
                 {"hidden_size", 8},        {"num_hidden_layers", 4},
                 {"intermediate_size", 12}, {"num_attention_heads", 2},
                 {"embedding_size", 6},     {"max_position_embeddings", 16}};
  config.update(changes);
  return config;
}

std::string refusal_of(const Json& changes) {
  const auto failure = test::failure_of([&] { albert_config(small(changes), "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(Albert, TakesWhatIsAbsentFromTransformers) {
  const EncoderConfig config = albert_config(small(Json::object()), "config.json");
  EXPECT_EQ(config.hidden_act, "gelu_new");
  EXPECT_EQ(config.hidden_dropout_prob, 0);
  EXPECT_EQ(config.attention_probs_dropout_prob, 0);
  EXPECT_EQ(config.classifier_dropout, 0.1);
  EXPECT_EQ(config.num_hidden_groups, 1);
}

TEST(Albert, LayersOfAGroupShareTheirParameters) {
  const auto queries = [](const Json& changes) {
    std::vector<std::string> names;
    for (const Parameter& parameter : albert_model(small(changes), "config.json").parameters)
      if (parameter.name.ends_with("query.weight")) names.push_back(parameter.name);
    return names;
  };
  const std::string at = "albert.encoder.albert_layer_groups.",
                    query = ".albert_layers.0.attention.query.weight";
  EXPECT_EQ(queries(Json::object()), (std::vector<std::string>{at + "0" + query}));
  EXPECT_EQ(queries({{"num_hidden_groups", 2}}),
            (std::vector<std::string>{at + "0" + query, at + "1" + query}));
}

TEST(Albert, RefusesOtherGroups) {
  expect_contains(refusal_of({{"num_hidden_groups", 3}}),
                  "num_hidden_groups is 3, expected a divisor of num_hidden_layers 4");
  expect_contains(refusal_of({{"inner_group_num", 2}}), "inner_group_num is 2, expected 1");
}

}  // namespace
}  // namespace tutti::model
