// SPDX-License-Identifier: Apache-2.0
#include "model/distilbert.h"

#include <nlohmann/json.hpp>

#include "format/json.h"
#include "model/config_members.h"

namespace tutti::model {
namespace {

const EncoderForm kDistilBert = {.prefix = "distilbert.",
                                 .layers = "transformer.layer.",
                                 .query = "attention.q_lin",
                                 .key = "attention.k_lin",
                                 .value = "attention.v_lin",
                                 .attended = "attention.out_lin",
                                 .attended_norm = "sa_layer_norm",
                                 .wide = "ffn.lin1",
                                 .narrow = "ffn.lin2",
                                 .norm = "output_layer_norm",
                                 .drops_attended = false};

}  // namespace

EncoderConfig distilbert_config(const nlohmann::json& json, std::string_view where) {
  constexpr int64_t kMost = int64_t{1} << 24;
  EncoderConfig config;
  config.vocab_size = config_size(json, "vocab_size", where, kMost);
  config.hidden_size = config_size(json, EitherName{"dim", "hidden_size"}, where, 1 << 16);
  config.num_hidden_layers =
      config_size(json, EitherName{"n_layers", "num_hidden_layers"}, where, 1000);
  config.num_attention_heads =
      config_size(json, EitherName{"n_heads", "num_attention_heads"}, where, config.hidden_size);
  config.intermediate_size = config_size(json, "hidden_dim", where, 1 << 18);
  config.max_position_embeddings = config_size(json, "max_position_embeddings", where, 1 << 16);
  config.pad_token_id = config_id(json, "pad_token_id", where, 0);
  config.hidden_act = format::json_string(json, "activation", where, "gelu");
  config.hidden_dropout_prob = config_rate(json, "dropout", where, 0.1);
  config.attention_probs_dropout_prob = config_rate(json, "attention_dropout", where, 0.1);
  config.classifier_dropout = config_rate(json, "seq_classif_dropout", where, 0.2);
  config.layer_norm_eps = 1e-12;
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  check_encoder(config, where, {"dim", "n_heads", "activation"});
  return config;
}

Model distilbert_model(const nlohmann::json& json, std::string_view where) {
  const EncoderConfig config = distilbert_config(json, where);
  Model model = encoder_model(config, kDistilBert, "DistilBert");
  model.pooler = dense_pooler(config, "pre_classifier", "pre_classifier", "relu");
  add_word_head(model, config, kDistilBert,
                {"vocab_transform", "vocab_layer_norm", "vocab_projector", "vocab_projector.bias"},
                config.hidden_act);
  model.token_head->dropout = config.hidden_dropout_prob;  // not that of its classifier of texts
  model.answer_dropout = config_rate(json, "qa_dropout", where, 0.1);
  return model;
}

}  // namespace tutti::model
