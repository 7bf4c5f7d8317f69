// SPDX-License-Identifier: Apache-2.0
// GPT-2 (Radford et al., "Language Models are Unsupervised Multitask Learners", 2019) as
// transformers computes it: learned positions, layer norms, and weights that are [in, out].
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/model.h"

namespace tutti::model {

struct Gpt2Config {
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;
  int64_t num_hidden_layers = 0;
  int64_t num_attention_heads = 0;
  int64_t intermediate_size = 0;
  int64_t max_position_embeddings = 0;
  std::string approximation;  // of GELU: "tanh" or "none"
  double embedding_dropout = 0;
  double attention_dropout = 0;
  double residual_dropout = 0;
  double layer_norm_eps = 0;
  double initializer_range = 0;
  bool tie_word_embeddings = true;  // the head is the embedding's matrix
};

/// Reads a config.json. Attention to an encoder and other scales of attention are refused by the
/// key's name, as are sizes that do not fit together.
Gpt2Config gpt2_config(const nlohmann::json& config, std::string_view where);

/// The model of models.def, opened by open_model().
Model gpt2_model(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
