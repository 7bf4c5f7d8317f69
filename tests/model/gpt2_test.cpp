// SPDX-License-Identifier: Apache-2.0
#include "model/gpt2.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/random.h"
#include "format/safetensors.h"
#include "model/weights.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
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

TEST(Gpt2, TakesItsSizesUnderOtherNamesToo) {
  nlohmann::json json = small_gpt2();
  json.update({{"hidden_size", 8},
               {"num_hidden_layers", 3},
               {"num_attention_heads", 4},
               {"max_position_embeddings", 16}});
  const Gpt2Config config = gpt2_config(json, "config.json");
  EXPECT_EQ(config.hidden_size, 8);
  EXPECT_EQ(config.num_hidden_layers, 3);
  EXPECT_EQ(config.num_attention_heads, 4);
  EXPECT_EQ(config.max_position_embeddings, 16);
}

TEST(Gpt2, RefusesByNameWhatItDoesNotCompute) {
  expect_contains(error_with("add_cross_attention", true), "config.json: add_cross_attention");
  expect_contains(error_with("scale_attn_by_inverse_layer_idx", true),
                  "scale_attn_by_inverse_layer_idx is true, expected false");
  expect_contains(error_with("scale_attn_weights", false), "scale_attn_weights is false");
  expect_contains(error_with("activation_function", "swish"),
                  "activation_function is \"swish\", expected gelu_new");
  expect_contains(error_with("resid_pdrop", 1), "resid_pdrop is 1, expected 0 to below 1");
  expect_contains(error_with("n_head", 3), "n_embd 4 is not a multiple of n_head 3");
}

/// One layer whose feed forward adds nothing, on two segments, with dropout of attention alone.
struct DroppedAttention {
  static constexpr size_t kTokens = 5, kWidth = 4, kDim = 2;

  DroppedAttention() {
    nlohmann::json json = small_gpt2();
    json.update({{"attn_pdrop", 0.5}, {"embd_pdrop", 0}, {"resid_pdrop", 0}});
    const Model model = gpt2_model(json, "config.json");
    ir::Function& function = *module.functions.emplace_back(std::make_unique<ir::Function>());
    function.name = "main";
    ir::Builder b(function.body, op::catalogue());
    ParameterValues parameters;
    for (const Parameter& parameter : model.parameters) {
      const auto type = ir::Type::tensor(ir::ElementType::f64, parameter.shape);
      parameters.set(parameter.name, function.add_argument(type));
      std::vector<double>& values = weights[parameter.name];
      for (int64_t i = 0; i < type.count(); i++)
        values.push_back(parameter.name.find("mlp.c_proj") != std::string::npos ? 0 : next());
      arguments.emplace_back(ir::Tensor::of(type, values));
    }
    TokenValues tokens;
    const auto type = ir::Type::tensor(ir::ElementType::i32, {1, static_cast<int64_t>(kTokens)});
    const auto add = [&](ir::Value& value, const std::vector<int64_t>& numbers) {
      value = function.add_argument(type);
      arguments.emplace_back(ir::Tensor::of_ints(type, numbers));
    };
    add(tokens.ids, ids);
    add(tokens.segment, segment);
    add(tokens.position, position);
    add(tokens.sample, sample);
    ForwardOptions options;
    options.element = ir::ElementType::f64;
    const auto pair = ir::Type::tensor(ir::ElementType::ui32, {2});
    options.dropout_key = function.add_argument(pair);
    arguments.emplace_back(ir::Tensor::of_ints(pair, {key[0], key[1]}));
    ir::Value hidden = model.hidden_states(b, parameters, tokens, options);
    function.result_types = {hidden->type};
    b.create("func.return", {hidden});
  }

  double next() {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(seed >> 40) / double(1 << 23) - 1;
  }
  double weight(const std::string& name, size_t i) const {
    return weights.at("transformer." + name)[i];
  }
  using Vector = std::array<double, kWidth>;
  Vector norm(const Vector& x, const std::string& name) const {
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / kWidth;
    for (const double value : x) variance += (value - mean) * (value - mean) / kWidth;
    Vector y;
    for (size_t c = 0; c < kWidth; c++)
      y[c] = (x[c] - mean) / std::sqrt(variance + 1e-5) * weight(name + ".weight", c) +
             weight(name + ".bias", c);
    return y;
  }
  /// Channel c of x W + b, of a weight with so many columns.
  double dense(const Vector& x, const std::string& name, size_t columns, size_t c) const {
    double sum = weight(name + ".bias", c);
    for (size_t i = 0; i < kWidth; i++) sum += x[i] * weight(name + ".weight", i * columns + c);
    return sum;
  }
  /// 2 where the probability of a key is kept, or else 0: the masks of the embedding and of the two
  /// sums of the layer are numbered before those of its attention.
  double mask(size_t head, size_t query, size_t key_token) const {
    const Words site = threefry2x32({key[0], key[1]}, {3, 0});
    const Words own = threefry2x32(site, {static_cast<uint32_t>(head), 1});
    const auto at = static_cast<uint32_t>(position[key_token]);
    const Words words = threefry2x32(own, {static_cast<uint32_t>(sample[query]),
                                           static_cast<uint32_t>(position[query]) << 16 | at >> 2});
    const uint32_t word = at & 2 ? words[1] : words[0];
    return (at & 1 ? word >> 16 : word & 0xFFFF) >= 32768 ? 2 : 0;
  }
  Vector expected(size_t query) const {
    const auto input = [&](size_t token) {
      Vector x;
      for (size_t c = 0; c < kWidth; c++)
        x[c] = weight("wte.weight", static_cast<size_t>(ids[token]) * kWidth + c) +
               weight("wpe.weight", static_cast<size_t>(position[token]) * kWidth + c);
      return x;
    };
    const auto part = [&](size_t token, size_t which, size_t c) {
      return dense(norm(input(token), "h.0.ln_1"), "h.0.attn.c_attn", 3 * kWidth,
                   which * kWidth + c);
    };
    Vector context = {};
    for (size_t head = 0; head < kWidth / kDim; head++) {
      std::vector<double> powers;
      double sum = 0;
      for (size_t token = 0; token <= query; token++) {
        double score = 0;
        for (size_t c = head * kDim; c < (head + 1) * kDim; c++)
          score += part(query, 0, c) * part(token, 1, c) / std::sqrt(double{kDim});
        powers.push_back(segment[token] == segment[query] ? std::exp(score) : 0);
        sum += powers.back();
      }
      for (size_t token = 0; token <= query; token++)
        for (size_t c = head * kDim; c < (head + 1) * kDim; c++)
          context[c] += powers[token] / sum * mask(head, query, token) * part(token, 2, c);
    }
    Vector x = input(query);
    for (size_t c = 0; c < kWidth; c++) x[c] += dense(context, "h.0.attn.c_proj", kWidth, c);
    return norm(x, "ln_f");
  }

  const std::vector<int64_t> ids = {3, 7, 1, 9, 2}, segment = {1, 1, 1, 2, 2},
                             position = {0, 1, 2, 0, 1}, sample = {4, 4, 4, 9, 9};
  const std::array<uint32_t, 2> key = {12345, 67890};
  uint64_t seed = 1;
  std::map<std::string, std::vector<double>> weights;
  ir::Module module;
  std::vector<ir::Array> arguments;
};

TEST(Gpt2, DropsProbabilitiesOfAttention) {
  const DroppedAttention run;
  const ir::Array hidden = op::interpret(run.module, "main", run.arguments)[0];
  int dropped = 0;
  for (size_t token = 0; token < run.kTokens; token++) {
    const auto expected = run.expected(token);
    for (size_t c = 0; c < run.kWidth; c++)
      EXPECT_NEAR(hidden.f(static_cast<int64_t>(token * run.kWidth + c)), expected[c], 1e-12);
    for (size_t head = 0; head < 2; head++) dropped += run.mask(head, token, token) == 0;
  }
  EXPECT_GT(dropped, 0);
  EXPECT_LT(dropped, 10);
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
