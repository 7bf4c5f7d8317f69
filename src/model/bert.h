// SPDX-License-Identifier: Apache-2.0
// BERT (Devlin et al., arXiv:1810.04805), as Hugging Face's BertModel computes it, with its
// pooler apart.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "model/model.h"

namespace tutti::model {

struct BertConfig {
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;
  int64_t num_hidden_layers = 0;
  int64_t num_attention_heads = 0;
  int64_t intermediate_size = 0;
  int64_t max_position_embeddings = 0;
  int64_t type_vocab_size = 0;
  std::optional<int64_t> pad_token_id = {};  // no gradient flows to its embedding
  std::string hidden_act;                    // gelu, gelu_new or relu
  double hidden_dropout_prob = 0;
  double attention_probs_dropout_prob = 0;
  std::optional<double> classifier_dropout = {};  // nothing: hidden_dropout_prob
  double layer_norm_eps = 0;
  double initializer_range = 0;
};

/// Reads a config.json; sizes and activation are checked, errors name `where` and the key.
BertConfig bert_config(const nlohmann::json& config, std::string_view where);

/// Returns all parameters, in the order of Hugging Face's module.
std::vector<Parameter> bert_parameters(const BertConfig& config);

/// Emits the encoder and returns its last hidden state [rows, length, hidden_size].
ir::Value bert(ir::Builder& builder, const BertConfig& config, const ParameterValues& parameters,
               const TokenValues& tokens, const ForwardOptions& options);

/// The model of models.def, opened by open_model().
Model bert_model(const nlohmann::json& config, std::string_view where);
Model bert_model(const BertConfig& config);

}  // namespace tutti::model
