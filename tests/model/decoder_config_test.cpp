// SPDX-License-Identifier: Apache-2.0
// The config.json of decoders; the numbers expected are those of transformers 5.23.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/decoder.h"
#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;
using test::failure_of;

Json small(const char* type, const Json& changes) {
  Json config = {{"model_type", type},       {"vocab_size", 10},
                 {"hidden_size", 32},        {"num_hidden_layers", 2},
                 {"intermediate_size", 12},  {"num_attention_heads", 4},
                 {"num_key_value_heads", 4}, {"head_dim", 8}};
  config.update(changes);
  return config;
}

DecoderConfig config_of(const char* type, const Json& changes) {
  return decoder_config(small(type, changes), "config.json");
}

std::string refusal_of(const char* type, const Json& changes) {
  const auto failure = failure_of([&] { config_of(type, changes); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

void expect_turns(const Json& changes, const std::vector<float>& expected) {
  const std::vector<float> found = inverse_frequencies(config_of("llama", changes).rotary, 8);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++)
    EXPECT_NEAR(found[i], expected[i], 2e-7 * expected[i]) << changes << " at " << i;
}

TEST(DecoderConfig, RotatesAsBothSpellingsTogetherSay) {
  expect_turns({{"rope_parameters", {{"rope_type", "default"}}}, {"rope_theta", 777000.0}},
               {1, 0.0336817577f, 0.00113446079f, 3.82106336e-05f});
  expect_turns({{"rope_scaling", {{"type", "linear"}, {"factor", 4.0}, {"rope_theta", 5000.0}}},
                {"rope_theta", 777000.0}},
               {0.25f, 0.0297301784f, 0.00353553402f, 0.000420448196f});
  const Json parameters = {{"rope_type", "default"}, {"rope_theta", 100.0}};
  expect_turns({{"rope_scaling", {{"rope_type", "linear"}, {"factor", 2.0}}},
                {"rope_parameters", parameters}},
               {0.5f, 0.0500000007f, 0.00499999989f, 0.000500000024f});
  expect_turns(
      {{"rope_scaling", Json::object()}, {"rope_parameters", parameters}, {"rope_theta", 7.0}},
      {1, 0.316227764f, 0.100000001f, 0.0316227786f});
}

TEST(DecoderConfig, TakesTheOriginalLengthOfLlama3FromWhereItIs) {
  Json llama3 = {{"rope_type", "llama3"},
                 {"factor", 8.0},
                 {"low_freq_factor", 1.0},
                 {"rope_theta", 100.0},
                 {"high_freq_factor", 4.0}};
  expect_turns({{"rope_parameters", llama3}, {"max_position_embeddings", 64}},
               {1, 0.244384587f, 0.0130422562f, 0.00395284733f});
  llama3["original_max_position_embeddings"] = 64;
  expect_turns({{"rope_parameters", llama3}, {"original_max_position_embeddings", 32}},
               {1, 0.0958399773f, 0.0125000002f, 0.00395284733f});
}

TEST(DecoderConfig, RefusesOtherRotationsByTheirNames) {
  const Json parameters = {{"rope_type", "default"}, {"rope_theta", 10000.0}};
  for (const char* kind : {"yarn", "dynamic", "longrope", "proportional", "su"}) {
    const Json scaling = {{"rope_type", kind}, {"factor", 4.0}};
    const std::string expected = "rope_type is \"" + std::string(kind) + "\", expected default";
    expect_contains(
        refusal_of("qwen2", {{"rope_parameters", parameters}, {"rope_scaling", scaling}}),
        expected);
    expect_contains(refusal_of("llama", {{"rope_parameters", scaling}}), expected);
  }
  expect_contains(refusal_of("llama", {{"rope_parameters", {{"full_attention", parameters}}}}),
                  "rope_parameters: full_attention is an object");
  expect_contains(refusal_of("llama", {{"rope_scaling", "linear"}}), "rope_scaling is \"linear\"");
  expect_contains(refusal_of("llama", {{"partial_rotary_factor", 0.5}}),
                  "partial_rotary_factor is 0.5, expected 1");
  expect_contains(refusal_of("llama", {{"rope_theta", 0}}), "rope_theta is 0, expected above 0");
}

/// The windows of the layers; 0 is none.
std::vector<int64_t> windows(const char* type, const Json& changes) {
  std::vector<int64_t> found;
  for (const DecoderLayer& layer : config_of(type, changes).layers)
    found.push_back(layer.window.value_or(0));
  return found;
}

using Windows = std::vector<int64_t>;

TEST(DecoderConfig, AWindowOfAllPositionsIsNone) {
  const Json positions = {{"max_position_embeddings", 256}};
  const auto window = [&](const char* type, Json changes) {
    changes.update(positions);
    return windows(type, changes);
  };
  EXPECT_EQ(window("mistral", {{"sliding_window", 128}}), (Windows{128, 128}));
  EXPECT_EQ(window("mistral", {{"sliding_window", 256}}), (Windows{0, 0}));
  EXPECT_EQ(window("mistral", {{"sliding_window", nullptr}}), (Windows{0, 0}));
  EXPECT_EQ(windows("mistral", Json::object()), (Windows{4096, 4096}));  // transformers' default
  EXPECT_EQ(window("llama", Json::object()), (Windows{0, 0}));
  expect_contains(refusal_of("mistral", {{"sliding_window", 0}}), "sliding_window is 0");
}

TEST(DecoderConfig, AWindowThatIsNotInUseIsNone) {
  for (const char* type : {"qwen2", "qwen3"}) {
    const Json on = {{"sliding_window", 16}, {"use_sliding_window", true}};
    const auto window = [&](Json changes) {
      changes.update(on, true);
      return windows(type, changes);
    };
    EXPECT_EQ(windows(type, {{"sliding_window", 16}}), (Windows{0, 0}));
    EXPECT_EQ(window(Json::object()), (Windows{0, 0}));  // from layer 28 on
    EXPECT_EQ(window({{"max_window_layers", 2}}), (Windows{0, 0}));
    EXPECT_EQ(window({{"max_window_layers", 1}}), (Windows{0, 16}));
    EXPECT_EQ(window({{"layer_types", {"full_attention", "sliding_attention"}}}), (Windows{0, 16}));
    EXPECT_EQ(
        window({{"max_window_layers", 0}, {"layer_types", {"full_attention", "full_attention"}}}),
        (Windows{0, 0}));
    expect_contains(refusal_of(type, {{"layer_types", {"full_attention", "sliding_attention"}}}),
                    "layer_types has \"sliding_attention\", expected full_attention: no window");
    expect_contains(refusal_of(type, {{"layer_types", {"full_attention", "linear_attention"}}}),
                    "layer_types has \"linear_attention\"");
    expect_contains(refusal_of(type, {{"layer_types", {"full_attention"}}}),
                    "expected a list of num_hidden_layers 2 entries");
  }
}

TEST(DecoderConfig, TakesWhatIsAbsentFromTransformers) {
  const auto without = [](const char* type, const char* key, int64_t heads) {
    Json config = small(type, {{"num_attention_heads", heads}});
    config.erase(key);
    return decoder_config(config, "config.json");
  };
  EXPECT_EQ(without("llama", "num_key_value_heads", 16).num_key_value_heads, 16);
  EXPECT_EQ(without("mistral", "num_key_value_heads", 16).num_key_value_heads, 8);
  EXPECT_EQ(without("qwen2", "num_key_value_heads", 64).num_key_value_heads, 32);
  EXPECT_EQ(without("qwen2", "head_dim", 4).head_dim, 8);
  EXPECT_EQ(without("qwen3", "head_dim", 4).head_dim, 128);
  EXPECT_EQ(config_of("qwen2", {{"num_key_value_heads", nullptr}}).num_key_value_heads, 4);
  EXPECT_EQ(config_of("llama", Json::object()).max_position_embeddings, 2048);
  EXPECT_EQ(config_of("mistral", Json::object()).max_position_embeddings, 131072);
  EXPECT_EQ(config_of("qwen3", Json::object()).max_position_embeddings, 32768);
}

TEST(DecoderConfig, NoGradientFlowsToThePaddingOfTheEmbedding) {
  EXPECT_EQ(config_of("llama", Json::object()).pad_token_id, std::nullopt);
  EXPECT_EQ(config_of("llama", {{"pad_token_id", 3}}).pad_token_id, 3);
  EXPECT_EQ(config_of("llama", {{"pad_token_id", -1}}).pad_token_id, 9);  // as PyTorch counts
  expect_contains(refusal_of("llama", {{"pad_token_id", 10}}), "pad_token_id is 10, expected null");
}

}  // namespace
}  // namespace tutti::model
