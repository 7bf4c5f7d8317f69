// SPDX-License-Identifier: Apache-2.0
// A network without a head: a task asks it for hidden states and puts its own head on them.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "model/parameters.h"

namespace tutti::model {

/// Condenses a sequence into one vector, from the hidden state of its first token. It has
/// parameters of its own, which only tasks that use it train.
struct Pooler {
  std::vector<Parameter> parameters;
  /// [sequences, hidden_size] -> the same shape.
  std::function<ir::Value(ir::Builder&, const ParameterValues&, ir::Value first_tokens)> emit;
  double dropout = 0;                     // rate at which a classifier drops entries of the result
  bool drops_input = false;               // at that rate entries of the hidden state too
  std::string classifier = "classifier";  // what the linear layer on it is called
};

/// How the last hidden states change before a linear layer on each token reads them. Only tasks
/// that use it train its parameters.
struct TokenHead {
  std::vector<Parameter> parameters = {};
  /// [rows, length, hidden_size] -> the same shape; null for a head that is the linear layer alone.
  std::function<ir::Value(ir::Builder&, const ParameterValues&, ir::Value hidden)> emit = {};
  double dropout = 0;                     // rate at which entries of the result are dropped
  std::string classifier = "classifier";  // what the linear layer on it is called
};

/// Says which word a token was, from its hidden state: how an encoder is pretrained. Only tasks
/// that use it train its parameters.
struct WordHead {
  std::vector<Parameter> parameters;
  /// [rows, length, hidden_size] -> [rows, length, the width of the words' embedding].
  std::function<ir::Value(ir::Builder&, const ParameterValues&, ir::Value hidden)> emit;
  std::string weight, bias;         // the words' embedding, which gives the logits, and their bias
  std::vector<std::string> copies;  // names under which files may have that embedding once more
};

struct Model {
  std::string architecture;  // "Llama": transformers has LlamaModel, LlamaFor...
  int64_t vocabulary_size = 0;
  int64_t hidden_size = 0;
  int64_t layers = 0;
  int64_t positions = 0;    // the longest sequence, in tokens
  int64_t token_types = 0;  // segments of a pair of texts that it distinguishes
  /// What a decoder keeps of each token in each layer: a key and a value of head_dim numbers for
  /// each of key_value_heads. 0 for other models.
  int64_t key_value_heads = 0;
  int64_t head_dim = 0;
  int64_t dropout_sites = 0;  // numbers of its dropout sites are below this; a head's begin here
  double initializer_range = 0.02;  // standard deviation of a new weight
  std::vector<Parameter> parameters;
  /// Emits the last hidden states, [rows, length, hidden_size]. A decoder whose layers call
  /// attend() of model/blocks/cached_attention.h generates text by the function that is trained.
  std::function<ir::Value(ir::Builder&, const ParameterValues&, const TokenValues&,
                          const ForwardOptions&)>
      hidden_states;
  /// The parameters [vocabulary_size, hidden_size] and [vocabulary_size] that give the logits of
  /// the next token. A model without a weight does not predict it; one may lack the bias.
  std::string next_token_weight = {}, next_token_bias = {};
  std::string next_token_head = "ForCausalLM";  // how transformers' class with that head is called
  /// Whether hidden states of a token depend on later ones, although the model has logits of the
  /// next token: their likelihood is then not one of a language model.
  bool sees_later_tokens = false;
  Pooler pooler;
  std::optional<TokenHead> token_head = {};
  std::optional<WordHead> word_head = {};
  double answer_dropout =
      0;  // rate at which a head that finds answers drops hidden states' entries

  /// Emits the logits of the token that follows each, [..., vocabulary_size], from hidden states
  /// [..., hidden_size].
  ir::Value next_token_logits(ir::Builder& b, const ParameterValues& values,
                              ir::Value hidden) const;
};

/// The model that a config.json describes, by its `model_type`: models.def lists them. A model that
/// is not there and a bad value are UserErrors; `where` names the file in them.
Model open_model(const nlohmann::json& config, std::string_view where);

/// The whole name of a model that the Hugging Face hub also knows by a short one, without an
/// organisation: models.def lists how those begin. Nothing for other names.
std::optional<std::string> hub_name(std::string_view name);

}  // namespace tutti::model
