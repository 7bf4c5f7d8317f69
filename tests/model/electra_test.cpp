// SPDX-License-Identifier: Apache-2.0
#include "model/electra.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::model {
namespace {

nlohmann::json small_config() {
  return {{"model_type", "electra"},      {"vocab_size", 10},         {"hidden_size", 4},
          {"num_hidden_layers", 1},       {"num_attention_heads", 2}, {"intermediate_size", 8},
          {"max_position_embeddings", 16}};
}

/// The shape of a parameter, empty where the model has none of that name.
ir::Shape shape_of(const Model& model, std::string_view name) {
  const auto found = std::find_if(model.parameters.begin(), model.parameters.end(),
                                  [&](const Parameter& one) { return one.name == name; });
  return found == model.parameters.end() ? ir::Shape{} : found->shape;
}

TEST(ElectraModel, ProjectsEmbeddingsOfAnotherWidth) {
  nlohmann::json config = small_config();
  const Model wide = open_model(config, "");
  EXPECT_EQ(shape_of(wide, "electra.embeddings.word_embeddings.weight"), (ir::Shape{10, 128}));
  EXPECT_EQ(shape_of(wide, "electra.embeddings.LayerNorm.bias"), (ir::Shape{128}));
  EXPECT_EQ(shape_of(wide, "electra.embeddings_project.weight"), (ir::Shape{4, 128}));
  EXPECT_EQ(shape_of(wide, "electra.encoder.layer.0.output.LayerNorm.bias"), (ir::Shape{4}));
  config["embedding_size"] = 4;
  const Model same = open_model(config, "");
  EXPECT_EQ(shape_of(same, "electra.embeddings.word_embeddings.weight"), (ir::Shape{10, 4}));
  EXPECT_EQ(shape_of(same, "electra.embeddings_project.weight"), ir::Shape{});
}

TEST(ElectraModel, RefusesAnEmbeddingOfNoWidth) {
  nlohmann::json config = small_config();
  config["embedding_size"] = 0;
  const auto failure = test::failure_of([&] { electra_config(config, "config.json"); });
  test::expect_contains(failure.message, "config.json: embedding_size is 0, expected 1 to");
}

TEST(ElectraModel, HasDropoutBeforeEachLayerOfItsClassifier) {
  nlohmann::json config = small_config();
  config["hidden_dropout_prob"] = 0.25;
  EXPECT_EQ(open_model(config, "").pooler.dropout, 0.25);
  config["classifier_dropout"] = 0.5;
  const Model model = open_model(config, "");
  EXPECT_EQ(model.pooler.dropout, 0.5);
  EXPECT_TRUE(model.pooler.drops_input);
  EXPECT_EQ(model.pooler.classifier, "classifier.out_proj");
}

}  // namespace
}  // namespace tutti::model
