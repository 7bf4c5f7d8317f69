// SPDX-License-Identifier: Apache-2.0
// Where encoder families and their heads have dropout: at the places, and with the rates, that
// transformers has.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "model/model.h"
#include "op/catalogue.h"
#include "task/classification/objective.h"
#include "task/squad/objective.h"

namespace tutti::task {
namespace {

/// A model of that family without dropout in its layers, with the members.
model::Model model_with(const char* type, const nlohmann::json& members) {
  nlohmann::json config = {{"model_type", type},       {"vocab_size", 10},
                           {"hidden_size", 4},         {"num_hidden_layers", 1},
                           {"num_attention_heads", 2}, {"intermediate_size", 8},
                           {"hidden_dim", 8},          {"max_position_embeddings", 16},
                           {"attention_dropout", 0},   {"dropout", 0},
                           {"hidden_dropout_prob", 0}, {"attention_probs_dropout_prob", 0}};
  config.update(members);
  return model::open_model(config, "config.json");
}

/// The rates of the places with dropout in a training. No two places have the same number.
std::multiset<double> rates_of(const Objective& objective,
                               std::string_view name = "tutti.dropout") {
  ir::Module module;
  ir::Function& function = module.add_function("main");
  model::ParameterValues parameters;
  for (const model::Parameter& parameter : objective.parameters)
    parameters.set(parameter.name,
                   function.add_argument(ir::Type::tensor(ir::ElementType::f32, parameter.shape)));
  BatchValues batch;
  for (const data::ArraySpec& array : objective.arrays)
    batch[array.name] = function.add_argument(type_of(array, {1, 8, 1}, ir::ElementType::f32));
  model::ForwardOptions options;
  options.dropout_key = function.add_argument(ir::Type::tensor(ir::ElementType::ui32, {2}));
  ir::Builder b(function.body, op::catalogue());
  objective.outputs(b, parameters, batch, options);
  std::multiset<double> rates;
  std::set<int64_t> sites;
  for (const auto& op : function.body.operations) {
    if (op->name() != name) continue;
    rates.insert(op->float_attribute("rate"));
    EXPECT_TRUE(sites.insert(op->int_attribute("site")).second);
  }
  return rates;
}

std::multiset<double> rates_of_classifier(const char* type, const nlohmann::json& members) {
  return rates_of(classification::sequence_classification(model_with(type, members), 3));
}

std::multiset<double> rates_of_answers(const char* type, const nlohmann::json& members) {
  return rates_of(squad::question_answering(model_with(type, members)));
}

using Rates = std::multiset<double>;

TEST(EncoderDropout, IsBeforeEachLayerOfAClassifierOfTwo) {
  for (const char* type : {"roberta", "xlm-roberta", "camembert", "electra"})
    EXPECT_EQ(rates_of_classifier(type, {{"classifier_dropout", 0.5}}), (Rates{0.5, 0.5})) << type;
}

TEST(EncoderDropout, IsBeforeTheLastLayerAlone) {
  EXPECT_EQ(rates_of_classifier("bert", {{"classifier_dropout", 0.5}}), Rates{0.5});
  EXPECT_EQ(rates_of_classifier("distilbert", {{"seq_classif_dropout", 0.25}}), Rates{0.25});
}

TEST(EncoderDropout, IsBeforeAnswersWhereTheFamilyHasARateForIt) {
  EXPECT_EQ(rates_of_answers("distilbert", {{"qa_dropout", 0.5}}), Rates{0.5});
  for (const char* type : {"bert", "roberta", "electra"})
    EXPECT_EQ(rates_of_answers(type, {{"classifier_dropout", 0.5}}), Rates{}) << type;
}

TEST(EncoderDropout, IsInLayersWhereTheFamilyHasIt) {
  const auto rates = [](const char* type, const char* member) {
    return rates_of(squad::question_answering(model_with(type, {{member, 0.5}})),
                    "tutti.bias_dropout_residual");
  };
  EXPECT_EQ(rates("bert", "hidden_dropout_prob"), (Rates{0.5, 0.5}));
  EXPECT_EQ(rates("distilbert", "dropout"), (Rates{0, 0.5}));
}

}  // namespace
}  // namespace tutti::task
