// SPDX-License-Identifier: Apache-2.0
#include "model/gemma3.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;
using Windows = std::vector<int64_t>;

DecoderConfig config_of(const Json& changes) {
  Json config = {{"model_type", "gemma3_text"}, {"vocab_size", 10},
                 {"hidden_size", 32},           {"num_hidden_layers", 2},
                 {"intermediate_size", 12},     {"num_attention_heads", 4},
                 {"num_key_value_heads", 4},    {"head_dim", 8}};
  config.update(changes);
  return decoder_config(config, "config.json");
}

std::string refusal_of(const Json& changes) {
  const auto failure = test::failure_of([&] { config_of(changes); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

/// The windows of the layers; 0 is none.
Windows windows(const Json& changes) {
  Windows found;
  for (const DecoderLayer& layer : config_of(changes).layers)
    found.push_back(layer.window.value_or(0));
  return found;
}

TEST(Gemma3, HasAWholeLayerAfterFiveWithAWindow) {
  const Json seven = {{"num_hidden_layers", 7}, {"sliding_window", 16}};
  EXPECT_EQ(windows(seven), (Windows{16, 16, 16, 16, 16, 0, 16}));
  const auto with = [&](Json changes) {
    changes.update(seven);
    return windows(changes);
  };
  EXPECT_EQ(with({{"sliding_window_pattern", 3}}), (Windows{16, 16, 0, 16, 16, 0, 16}));
  EXPECT_EQ(
      windows({{"layer_types", {"full_attention", "sliding_attention"}}, {"sliding_window", 16}}),
      (Windows{0, 16}));
}

TEST(Gemma3, RotatesByTwoBases) {
  const DecoderConfig absent = config_of(Json::object());
  EXPECT_EQ(absent.rotary.theta, 1e6);
  EXPECT_EQ(absent.local_rotary.theta, 1e4);
  const DecoderConfig old =
      config_of({{"rope_theta", 500.0},
                 {"rope_local_base_freq", 70.0},
                 {"rope_scaling", {{"rope_type", "linear"}, {"factor", 8.0}}}});
  EXPECT_EQ(old.rotary.theta, 500);
  EXPECT_EQ(old.rotary.factor, 8);
  EXPECT_EQ(old.local_rotary.theta, 70);
  EXPECT_EQ(old.local_rotary.kind, Rotary::Kind::standard);
}

TEST(Gemma3, RefusesWhatIsNotImplemented) {
  for (const char* member : {"attn_logit_softcapping", "final_logit_softcapping"})
    expect_contains(refusal_of({{member, 30.0}}), std::string(member) + " is 30.0");
  expect_contains(refusal_of({{"use_bidirectional_attention", true}}),
                  "use_bidirectional_attention is true");
  expect_contains(refusal_of({{"hidden_activation", "gelu"}}),
                  "hidden_activation is \"gelu\", expected gelu_pytorch_tanh");
}

TEST(Gemma3, ScalesScoresAndTheEmbedding) {
  const DecoderConfig config = config_of({{"query_pre_attn_scalar", 16}, {"hidden_size", 640}});
  EXPECT_EQ(config.attention_scale, 0.25);
  EXPECT_EQ(config.embedding_scale, 25.298221588134766);  // the root of 640 as a float32
  expect_contains(refusal_of({{"query_pre_attn_scalar", 0}}), "query_pre_attn_scalar is 0");
}

}  // namespace
}  // namespace tutti::model
