// SPDX-License-Identifier: Apache-2.0
#include "model/phi3.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;
using test::expect_contains;

DecoderConfig config_of(const Json& changes) {
  Json config = {{"model_type", "phi3"},    {"vocab_size", 10},        {"hidden_size", 32},
                 {"num_hidden_layers", 1},  {"intermediate_size", 12}, {"num_attention_heads", 4},
                 {"num_key_value_heads", 2}};
  config.update(changes);
  return decoder_config(config, "config.json");
}

std::string refusal_of(const Json& changes) {
  const auto failure = test::failure_of([&] { config_of(changes); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

Json longrope(const Json& changes) {
  Json scaling = {{"type", "longrope"},
                  {"short_factor", {1.0, 1.5, 2.0, 3.0}},
                  {"long_factor", {1.0, 2.0, 3.0, 4.0}}};
  scaling.update(changes);
  return {{"rope_scaling", scaling},
          {"max_position_embeddings", 4096},
          {"original_max_position_embeddings", 64}};
}

TEST(Phi3, ItsMatricesAreFused) {
  std::vector<std::string> names;
  for (const Parameter& parameter : decoder_parameters(config_of(Json::object())))
    if (parameter.name.find("_proj") != std::string::npos)
      names.push_back(fmt::format("{} {}", parameter.name, parameter.shape[0]));
  EXPECT_EQ(names, (std::vector<std::string>{"model.layers.0.self_attn.qkv_proj.weight 64",
                                             "model.layers.0.self_attn.o_proj.weight 32",
                                             "model.layers.0.mlp.gate_up_proj.weight 24",
                                             "model.layers.0.mlp.down_proj.weight 32"}));
}

TEST(Phi3, RotatesAPartOfAHead) {
  EXPECT_EQ(config_of({{"partial_rotary_factor", 0.75}}).rotary.dim, 6);
  EXPECT_EQ(config_of({{"partial_rotary_factor", 1.0}}).rotary.dim, 0);
  const Json parameters = {{"rope_type", "default"}, {"partial_rotary_factor", 0.5}};
  EXPECT_EQ(config_of({{"rope_parameters", parameters}}).rotary.dim, 4);
  expect_contains(refusal_of({{"partial_rotary_factor", 0.4}}), "partial_rotary_factor is 0.4");
}

TEST(Phi3, StretchesLongTextsByFactors) {
  for (const char* type : {"longrope", "su", "yarn"}) {
    const Rotary rotary = config_of(longrope({{"type", type}})).rotary;
    EXPECT_EQ(rotary.kind, Rotary::Kind::longrope) << type;
    EXPECT_EQ(rotary.original_positions, 64);
    EXPECT_EQ(rotary.growth, std::sqrt(2.0));  // sqrt(1 + ln 64 / ln 64)
    EXPECT_EQ(rotary.long_factors, (std::vector<double>{1, 2, 3, 4}));
  }
  Json unstretched = longrope(Json::object());
  unstretched["max_position_embeddings"] = 64;
  EXPECT_EQ(config_of(unstretched).rotary.growth, 1);
  expect_contains(refusal_of(longrope({{"short_factor", {1.0, 1.5}}})),
                  "short_factor is [1.0,1.5], expected a list of 4 numbers");
  expect_contains(refusal_of(longrope({{"short_mscale", 1.1}})), "short_mscale is 1.1");
}

TEST(Phi3, RefusesDropoutOfWhatLayersAdd) {
  expect_contains(refusal_of({{"resid_pdrop", 0.1}}), "resid_pdrop is 0.1");
}

}  // namespace
}  // namespace tutti::model
