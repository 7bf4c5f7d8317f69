// SPDX-License-Identifier: Apache-2.0
#include "model/moe_decoders.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;

DecoderConfig config_of(const char* type, const Json& changes) {
  Json config = {
      {"model_type", type},       {"vocab_size", 10},           {"hidden_size", 32},
      {"num_hidden_layers", 4},   {"intermediate_size", 12},    {"num_attention_heads", 4},
      {"num_key_value_heads", 2}, {"moe_intermediate_size", 6}, {"num_experts", 16}};
  config.update(changes);
  return decoder_config(config, "config.json");
}

std::string refusal_of(const char* type, const Json& changes) {
  const auto failure = test::failure_of([&] { config_of(type, changes); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(MoeDecoders, SomeLayersOfQwen3HaveOneFeedForward) {
  const auto sparse = [](const Json& changes) {
    std::vector<int> found;
    for (const DecoderLayer& layer : config_of("qwen3_moe", changes).layers)
      found.push_back(layer.has_experts);
    return found;
  };
  EXPECT_EQ(sparse(Json::object()), (std::vector<int>{1, 1, 1, 1}));
  EXPECT_EQ(sparse({{"decoder_sparse_step", 2}}), (std::vector<int>{0, 1, 0, 1}));
  EXPECT_EQ(sparse({{"mlp_only_layers", {0, 3}}}), (std::vector<int>{0, 1, 1, 0}));
  expect_contains(refusal_of("qwen3_moe", {{"mlp_only_layers", {"a"}}}),
                  "mlp_only_layers is [\"a\"], expected a list");
}

TEST(MoeDecoders, ReadHowTokensAreRouted) {
  const DecoderConfig absent = config_of("qwen3_moe", Json::object());
  EXPECT_EQ(absent.experts.experts, 16);
  EXPECT_EQ(absent.experts.chosen, 8);
  EXPECT_FALSE(absent.experts.normalises);
  EXPECT_EQ(absent.router_loss, 0);
  EXPECT_EQ(config_of("qwen3_moe", {{"num_local_experts", 9}}).experts.experts, 9);
  const DecoderConfig learns = config_of(
      "olmoe", {{"output_router_logits", true}, {"num_experts_per_tok", 2}, {"clip_qkv", 3.0}});
  EXPECT_EQ(learns.router_loss, 0.01);
  EXPECT_EQ(learns.experts.chosen, 2);
  EXPECT_EQ(learns.expert_size, 12);
  EXPECT_EQ(learns.clip, 3.0);
  expect_contains(refusal_of("olmoe", {{"num_experts_per_tok", 17}}),
                  "num_experts_per_tok is 17, expected 1 to 16");
  expect_contains(refusal_of("olmoe", {{"clip_qkv", -1.0}}), "clip_qkv is -1, expected above 0");
  expect_contains(refusal_of("qwen3_moe", {{"use_sliding_window", true}}),
                  "use_sliding_window is true");
}

TEST(MoeDecoders, HaveTheNamesOfFiles) {
  std::vector<std::string> names;
  for (const Parameter& parameter : decoder_parameters(config_of("olmoe", Json::object())))
    if (parameter.name.starts_with("model.layers.3.mlp.")) names.push_back(parameter.name);
  EXPECT_EQ(names.size(), 1U + 3 * 16);
  EXPECT_EQ(names.front(), "model.layers.3.mlp.gate.weight");
  EXPECT_EQ(names.back(), "model.layers.3.mlp.experts.15.down_proj.weight");
}

}  // namespace
}  // namespace tutti::model
