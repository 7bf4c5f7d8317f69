// SPDX-License-Identifier: Apache-2.0
// BERT (Devlin et al., arXiv:1810.04805), as Hugging Face's BertModel computes it, with its
// pooler apart.
#pragma once

#include "model/blocks/encoder.h"

namespace tutti::model {

using BertConfig = EncoderConfig;

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
