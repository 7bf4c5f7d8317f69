// SPDX-License-Identifier: Apache-2.0
#include "model/smollm3.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;

DecoderConfig config_of(const Json& changes) {
  Json config = {{"model_type", "smollm3"}, {"vocab_size", 10},        {"hidden_size", 32},
                 {"num_hidden_layers", 5},  {"intermediate_size", 12}, {"num_attention_heads", 4},
                 {"num_key_value_heads", 2}};
  config.update(changes);
  return decoder_config(config, "config.json");
}

std::vector<int> rotating(const Json& changes) {
  std::vector<int> found;
  for (const DecoderLayer& layer : config_of(changes).layers)
    found.push_back(layer.positions == DecoderLayer::Positions::rotary);
  return found;
}

std::string refusal_of(const Json& changes) {
  const auto failure = test::failure_of([&] { config_of(changes); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(SmolLm3, SomeLayersDoNotRotate) {
  EXPECT_EQ(rotating(Json::object()), (std::vector<int>{1, 1, 1, 0, 1}));
  EXPECT_EQ(rotating({{"no_rope_layer_interval", 2}}), (std::vector<int>{1, 0, 1, 0, 1}));
  EXPECT_EQ(rotating({{"no_rope_layers", {0, 0, 1, 1, 1}}}), (std::vector<int>{0, 0, 1, 1, 1}));
  expect_contains(refusal_of({{"no_rope_layers", {0, 1}}}), "no_rope_layers is [0,1], expected");
}

TEST(SmolLm3, RefusesWindows) {
  expect_contains(refusal_of({{"use_sliding_window", true}, {"sliding_window", 8}}),
                  "use_sliding_window is true");
  EXPECT_EQ(config_of({{"sliding_window", 8}}).layers[0].window, std::nullopt);
}

}  // namespace
}  // namespace tutti::model
