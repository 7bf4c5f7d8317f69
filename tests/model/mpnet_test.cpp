// SPDX-License-Identifier: Apache-2.0
#include "model/mpnet.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;

Json small(const Json& changes) {
  Json config = {
      {"model_type", "mpnet"},        {"vocab_size", 10},        {"hidden_size", 8},
      {"num_hidden_layers", 2},       {"intermediate_size", 12}, {"num_attention_heads", 2},
      {"max_position_embeddings", 16}};
  config.update(changes);
  return config;
}

std::string refusal_of(const Json& changes) {
  const auto failure = test::failure_of([&] { mpnet_config(small(changes), "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(Mpnet, HasOneTableOfDistancesForAllLayers) {
  const Model model = mpnet_model(small(Json::object()), "config.json");
  EXPECT_EQ(model.positions, 14);
  const Parameter& table = model.parameters.back();
  EXPECT_EQ(table.name, "mpnet.encoder.relative_attention_bias.weight");
  EXPECT_EQ(table.shape, (ir::Shape{32, 2}));
  EXPECT_FALSE(table.decays);
}

TEST(Mpnet, RefusesWhatTransformersDoesNotRead) {
  expect_contains(refusal_of({{"pad_token_id", 0}}), "pad_token_id is 0, expected 1");
  expect_contains(refusal_of({{"relative_attention_num_buckets", 16}}),
                  "relative_attention_num_buckets is 16, expected 32");
  expect_contains(refusal_of({{"max_position_embeddings", 2}}), "max_position_embeddings is 2");
}

}  // namespace
}  // namespace tutti::model
