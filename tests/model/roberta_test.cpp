// SPDX-License-Identifier: Apache-2.0
#include "model/roberta.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/errors.h"

namespace tutti::model {
namespace {

using test::expect_contains;

nlohmann::json small_config() {
  return {{"model_type", "roberta"},      {"vocab_size", 10},         {"hidden_size", 4},
          {"num_hidden_layers", 1},       {"num_attention_heads", 2}, {"intermediate_size", 8},
          {"max_position_embeddings", 8}, {"type_vocab_size", 1}};
}

std::string error_with(const char* key, const nlohmann::json& value) {
  nlohmann::json config = small_config();
  config[key] = value;
  const auto failure = test::failure_of([&] { open_model(config, "config.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

TEST(RobertaConfig, RefusesWhatHasNoPositions) {
  expect_contains(error_with("pad_token_id", nullptr), "config.json: pad_token_id is null");
  expect_contains(error_with("max_position_embeddings", 2),
                  "max_position_embeddings is 2, expected more than 2");
  expect_contains(error_with("position_embedding_type", "relative_key"),
                  "position_embedding_type is \"relative_key\"");
  expect_contains(error_with("is_decoder", true), "is_decoder is true");
}

TEST(RobertaModel, HasRoomForTheTokensThatItsPositionsLeave) {
  EXPECT_EQ(open_model(small_config(), "").positions, 6);
  nlohmann::json config = small_config();
  config["pad_token_id"] = 3;
  EXPECT_EQ(open_model(config, "").positions, 4);
}

TEST(RobertaModel, HasTransformersNamesOfEachFamily) {
  for (const auto& [type, name] :
       {std::pair("roberta", "Roberta"), std::pair("xlm-roberta", "XLMRoberta"),
        std::pair("camembert", "Camembert")}) {
    nlohmann::json config = small_config();
    config["model_type"] = type;
    const Model model = open_model(config, "");
    EXPECT_EQ(model.architecture, name);
    EXPECT_EQ(model.parameters[0].name, "roberta.embeddings.word_embeddings.weight");
    EXPECT_EQ(model.pooler.classifier, "classifier.out_proj");
    EXPECT_EQ(model.pooler.parameters[0].name, "classifier.dense.weight");
  }
}

/// The last hidden states of one row, with other positions than the model's own if `form` says so.
std::vector<double> hidden_states(const EncoderForm& form, const std::vector<int64_t>& ids,
                                  const std::vector<int64_t>& segment,
                                  const std::vector<int64_t>& position) {
  const EncoderConfig config = roberta_config(small_config(), "config.json");
  ir::Module module;
  ir::Function& function = module.add_function("main");
  ParameterValues values;
  std::vector<ir::Array> arguments;
  for (const Parameter& parameter : encoder_parameters(config, form)) {
    const ir::Type type = ir::Type::tensor(ir::ElementType::f64, parameter.shape);
    values.set(parameter.name, function.add_argument(type));
    arguments.emplace_back(type);
    for (size_t i = 0; i < arguments.back().floats.size(); i++)
      arguments.back().floats[i] = std::sin(static_cast<double>(7 * i + arguments.size()));
  }
  const ir::Type tokens =
      ir::Type::tensor(ir::ElementType::i32, {1, static_cast<int64_t>(ids.size())});
  const std::vector<int64_t> zeros(ids.size(), 0);
  std::vector<ir::Value> given;
  for (const auto* numbers : {&ids, &segment, &position, &zeros, &zeros}) {
    given.push_back(function.add_argument(tokens));
    arguments.emplace_back(tokens);
    arguments.back().ints = *numbers;
  }
  ir::Builder b(function.body, op::catalogue());
  const ForwardOptions options = {.element = ir::ElementType::f64, .max_segment = 8};
  const ir::Value hidden =
      encoder(b, config, form, values, {given[0], given[1], given[2], given[3], given[4]}, options);
  b.create("func.return", {hidden});
  function.result_types = {hidden->type};
  op::InterpreterOptions wide;
  wide.rounding = op::Rounding::wide;
  return op::interpret(module, "main", arguments, wide)[0].floats;
}

TEST(RobertaModel, CountsPositionsAnewInEachTextAndNotAtPadding) {
  // Two texts in a row, the second with the padding token 1 within it, and padding after them.
  const std::vector<int64_t> ids = {0, 5, 2, 0, 6, 1, 7, 2, 1, 1},
                             segment = {1, 1, 1, 2, 2, 2, 2, 2, -2, -2},
                             position = {0, 1, 2, 0, 1, 2, 3, 4, 5, 6},
                             expected = {2, 3, 4, 2, 3, 1, 4, 5, 1, 1};
  EncoderForm form = {.prefix = "roberta.", .skips_padding = true};
  const auto found = hidden_states(form, ids, segment, position);
  form.skips_padding = false;
  EXPECT_EQ(found, hidden_states(form, ids, segment, expected));
  EXPECT_NE(found, hidden_states(form, ids, segment, position));
}

}  // namespace
}  // namespace tutti::model
