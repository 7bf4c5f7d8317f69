// SPDX-License-Identifier: Apache-2.0
#include "model/bert.h"

#include <nlohmann/json.hpp>

namespace tutti::model {
namespace {

const EncoderForm kBert = {.prefix = "bert."};

}  // namespace

BertConfig bert_config(const nlohmann::json& config, std::string_view where) {
  return encoder_config(config, where);
}

std::vector<Parameter> bert_parameters(const BertConfig& config) {
  return encoder_parameters(config, kBert);
}

ir::Value bert(ir::Builder& b, const BertConfig& config, const ParameterValues& parameters,
               const TokenValues& tokens, const ForwardOptions& options) {
  return encoder(b, config, kBert, parameters, tokens, options);
}

Model bert_model(const nlohmann::json& config, std::string_view where) {
  return bert_model(bert_config(config, where));
}

Model bert_model(const BertConfig& config) {
  Model model = encoder_model(config, kBert, "Bert");
  model.pooler = dense_pooler(config, "bert.pooler.dense", "pooler", "tanh");
  add_word_head(model, config, kBert,
                {"cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm",
                 "cls.predictions.decoder", "cls.predictions.bias"},
                config.hidden_act);
  for (Parameter& parameter : model.pooler.parameters)
    parameter.aliases = encoder_aliases(kBert, parameter.name);
  return model;
}

}  // namespace tutti::model
