// SPDX-License-Identifier: Apache-2.0
// Post-norm encoders: embeddings of words, positions and token types, then layers of attention and
// feed-forward. Each adds its result to its input and normalises the sum.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/model.h"

namespace tutti::model {

/// The sizes and rates of an encoder, named as in most families' config.json.
struct EncoderConfig {
  int64_t vocab_size = 0;
  int64_t embedding_size = 0;  // 0: hidden_size; others are projected to it
  int64_t hidden_size = 0;
  int64_t num_hidden_layers = 0;
  int64_t num_attention_heads = 0;
  int64_t intermediate_size = 0;
  int64_t max_position_embeddings = 0;
  int64_t type_vocab_size = 0;    // 0: the model has no token types
  int64_t num_hidden_groups = 0;  // of layers that share their parameters; 0: as many as layers
  std::optional<int64_t> pad_token_id = {};  // no gradient flows to its embedding
  std::string hidden_act;                    // gelu, gelu_new or relu
  double hidden_dropout_prob = 0;
  double attention_probs_dropout_prob = 0;
  std::optional<double> classifier_dropout = {};  // nothing: hidden_dropout_prob
  double layer_norm_eps = 0;
  double initializer_range = 0;
};

/// What a family calls its modules; by default as most do. Those of a layer come after its number.
struct EncoderForm {
  std::string prefix;  // of all names, with its dot
  std::string layers = "encoder.layer.";
  std::string query = "attention.self.query", key = "attention.self.key",
              value = "attention.self.value", attended = "attention.output.dense",
              attended_norm = "attention.output.LayerNorm", wide = "intermediate.dense",
              narrow = "output.dense", norm = "output.LayerNorm";
  /// Whether positions begin after pad_token_id, which is that of padding, and do not count it.
  bool skips_padding = false;
  /// Whether what attention makes goes through dropout.
  bool drops_attended = true;
  /// What projects embeddings to the hidden size, and whether also ones of that size.
  std::string projection = "embeddings_project";
  bool always_projects = false;
  /// What adds to scores by how far a key is from its query (blocks/biased_attention.h); empty:
  /// none.
  std::string relative_bias = {};
  /// What follows a layer's number.
  std::string in_layer = {};
};

/// Throws a UserError where members that belong together do not fit. They have the names of most
/// families, or these.
struct EncoderKeys {
  const char* hidden_size = "hidden_size";
  const char* heads = "num_attention_heads";
  const char* activation = "hidden_act";
};
void check_encoder(const EncoderConfig& config, std::string_view where,
                   const EncoderKeys& keys = {});

/// Reads a config.json that has most families' names; errors name `where` and the key. `padding` is
/// the pad_token_id of a file that does not say.
EncoderConfig encoder_config(const nlohmann::json& config, std::string_view where,
                             int64_t padding = 0);

/// Returns all parameters, in the order of Hugging Face's module.
std::vector<Parameter> encoder_parameters(const EncoderConfig& config, const EncoderForm& form);

/// Emits the encoder and returns its last hidden state [rows, length, hidden_size].
ir::Value encoder(ir::Builder& builder, const EncoderConfig& config, const EncoderForm& form,
                  const ParameterValues& parameters, const TokenValues& tokens,
                  const ForwardOptions& options);

/// The model without a pooler. `architecture` is the beginning of transformers' names.
Model encoder_model(const EncoderConfig& config, const EncoderForm& form, std::string architecture);

/// Makes a dense layer on the first token the first half of the model's classifier, as it is of
/// most families: of "classifier.dense" and "classifier.out_proj", with dropout before each.
void add_classifier(Model& model, const EncoderConfig& config, const std::string& activation);

/// What a family calls the modules that say which word a token was.
struct WordHeadNames {
  std::string dense, norm;
  std::string decoder;  // files may have its weight, which is the words' embedding, and its bias
  std::string bias;
};
/// Gives the model a head of a dense layer with that activation, a norm, and the words' embedding.
void add_word_head(Model& model, const EncoderConfig& config, const EncoderForm& form,
                   const WordHeadNames& names, const std::string& activation);

/// A pooler of one dense layer with an activation: tanh, or one that hidden_act can be.
Pooler dense_pooler(const EncoderConfig& config, const std::string& dense, const std::string& head,
                    const std::string& activation);

/// Other names that files have for a parameter: files of a bare model leave out the prefix, files
/// made from TensorFlow's call a norm's weight gamma and its bias beta.
std::vector<std::string> encoder_aliases(const EncoderForm& form, const std::string& name);

}  // namespace tutti::model
