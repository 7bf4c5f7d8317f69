// SPDX-License-Identifier: Apache-2.0
#include "model/gpt2.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "format/safetensors.h"
#include "model/weights.h"
#include "op/catalogue.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::model {
namespace {

using test::expect_contains;
using test::failure_of;

nlohmann::json small_gpt2() {
  return {{"model_type", "gpt2"}, {"vocab_size", 10}, {"n_embd", 4},
          {"n_layer", 1},         {"n_head", 2},      {"n_positions", 8}};
}

std::string error_with(const char* key, const nlohmann::json& value) {
  nlohmann::json config = small_gpt2();
  config[key] = value;
  const auto failure = failure_of([&] { gpt2_config(config, "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(Gpt2, TakesWhatAConfigLeavesOutFromTransformers) {
  const Gpt2Config config = gpt2_config(small_gpt2(), "config.json");
  EXPECT_EQ(config.intermediate_size, 16);
  EXPECT_EQ(config.approximation, "tanh");
  EXPECT_EQ(config.residual_dropout, 0.1);
  EXPECT_EQ(config.layer_norm_eps, 1e-5);
  EXPECT_TRUE(config.tie_word_embeddings);
}

TEST(Gpt2, RefusesByNameWhatItDoesNotCompute) {
  expect_contains(error_with("add_cross_attention", true), "config.json: add_cross_attention");
  expect_contains(error_with("scale_attn_by_inverse_layer_idx", true),
                  "scale_attn_by_inverse_layer_idx is true, expected false");
  expect_contains(error_with("scale_attn_weights", false), "scale_attn_weights is false");
  expect_contains(error_with("activation_function", "swish"),
                  "activation_function is \"swish\", expected gelu_new");
  expect_contains(error_with("quantization_config", {{"bits", 4}}), "quantization_config is given");
  expect_contains(error_with("resid_pdrop", 1), "resid_pdrop is 1, expected 0 to below 1");
  expect_contains(error_with("n_head", 3), "n_embd 4 is not a multiple of n_head 3");
}

TEST(Gpt2, RefusesToTrainWithDropoutOfAttention) {
  for (const double rate : {0.0, 0.1}) {
    nlohmann::json json = small_gpt2();
    json["attn_pdrop"] = rate;
    const Model model = gpt2_model(json, "config.json");
    ir::Block block;
    ir::Builder b(block, op::catalogue());
    ParameterValues values;
    for (const Parameter& parameter : model.parameters)
      values.set(parameter.name,
                 block.add_argument(ir::Type::tensor(ir::ElementType::f32, parameter.shape)));
    TokenValues tokens;
    for (ir::Value* value : {&tokens.ids, &tokens.segment, &tokens.position, &tokens.sample})
      *value = block.add_argument(ir::Type::tensor(ir::ElementType::i32, {1, 3}));
    ForwardOptions options;
    EXPECT_NO_THROW(model.hidden_states(b, values, tokens, options));
    options.dropout_key = block.add_argument(ir::Type::tensor(ir::ElementType::ui32, {2}));
    const auto emit = [&] { model.hidden_states(b, values, tokens, options); };
    if (rate > 0)
      expect_contains(failure_of(emit).message, "attn_pdrop is 0.1, expected 0 to train");
    else
      EXPECT_NO_THROW(emit());
  }
}

TEST(Gpt2, FilesMayLeaveOutThePrefixAndHoldMasks) {
  const Model model = gpt2_model(small_gpt2(), "config.json");
  const test::TemporaryFolder folder;
  std::vector<std::vector<float>> values;
  std::vector<format::TensorEntry> entries;
  values.reserve(model.parameters.size() + 1);
  const auto add = [&](const std::string& name, const std::vector<int64_t>& shape) {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    values.emplace_back(static_cast<size_t>(count), static_cast<float>(values.size()));
    entries.push_back({name, format::Dtype::f32, shape, std::as_bytes(std::span(values.back()))});
  };
  for (const Parameter& parameter : model.parameters)
    add(parameter.name.substr(std::string("transformer.").size()), parameter.shape);
  add("h.0.attn.bias", {1, 1, 8, 8});
  format::write_safetensors(folder.path() / "model.safetensors", entries);
  const Weights weights(folder.path(), model.parameters, 1);
  EXPECT_EQ(weights.initialised(), std::vector<std::string>{});
  EXPECT_EQ(weights.unexpected(), std::vector<std::string>{"h.0.attn.bias"});
  for (size_t i = 0; i < weights.size(); i++)
    EXPECT_EQ(weights.read(i).float_at(0), static_cast<double>(i));
}

/// Writes tensors of one element, each a number, of a shape.
struct TensorsFile {
  explicit TensorsFile(const std::vector<std::pair<std::string, float>>& tensors) {
    std::vector<std::vector<float>> values;
    std::vector<format::TensorEntry> entries;
    for (const auto& [name, value] : tensors) values.emplace_back(4, value);
    for (size_t i = 0; i < tensors.size(); i++)
      entries.push_back(
          {tensors[i].first, format::Dtype::f32, {2, 2}, std::as_bytes(std::span(values[i]))});
    format::write_safetensors(folder.path() / "model.safetensors", entries);
  }
  test::TemporaryFolder folder;
};

TEST(Weights, ACopyOfAParameterIsEqualToIt) {
  const std::vector<Parameter> parameters = {
      {.name = "embedding", .shape = {2, 2}, .copies = {"head"}}};
  const TensorsFile equal({{"embedding", 3}, {"head", 3}}), alone({{"head", 3}}),
      other({{"embedding", 3}, {"head", 4}});
  for (const TensorsFile* file : {&equal, &alone}) {
    const Weights weights(file->folder.path(), parameters, 1);
    EXPECT_EQ(weights.read(0).float_at(0), 3);
    EXPECT_EQ(weights.unexpected(), std::vector<std::string>{});
    EXPECT_EQ(weights.initialised(), std::vector<std::string>{});
  }
  const auto failure = failure_of([&] { Weights(other.folder.path(), parameters, 1); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "head: the tensor differs from embedding");
  expect_contains(failure.message, "tie_word_embeddings");
}

}  // namespace
}  // namespace tutti::model
