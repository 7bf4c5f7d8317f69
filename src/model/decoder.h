// SPDX-License-Identifier: Apache-2.0
// Decoders of the Llama family (Touvron et al., arXiv:2302.13971) as transformers computes them:
// Llama 1 to 3, TinyLlama, SmolLM, Mistral, Qwen2 and Qwen3. Each layer adds grouped-query
// attention with rotary positions and a gated feed forward, each of a normalised input, to its
// input. Texts are no longer than a window of attention.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "model/blocks/rotary.h"
#include "model/model.h"

namespace tutti::model {

struct DecoderConfig {
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;
  int64_t num_hidden_layers = 0;
  int64_t num_attention_heads = 0;
  int64_t num_key_value_heads = 0;  // each serves as many query heads
  int64_t head_dim = 0;             // may differ from hidden_size / num_attention_heads
  int64_t intermediate_size = 0;
  int64_t max_position_embeddings = 0;
  std::optional<int64_t> window = {};        // as in Model
  std::optional<int64_t> pad_token_id = {};  // no gradient flows to its embedding
  double rms_norm_eps = 0;
  double attention_dropout = 0;  // of attention's softmax
  double initializer_range = 0;
  bool tie_word_embeddings = false;  // the head is the embedding's matrix
  bool query_key_value_bias = false;
  bool output_bias = false;  // of attention
  bool mlp_bias = false;
  bool head_norms = false;  // RMS norms of each head's query and key, as Qwen3 has them
  Rotary rotary;
};

/// Reads a config.json in the spelling of transformers 4 or 5; where it has both, version 5
/// decides. What is not implemented (other rotary types, experts) is refused by its name.
DecoderConfig decoder_config(const nlohmann::json& config, std::string_view where);

/// The model of such a config; `architecture` is the beginning of transformers' class names.
Model decoder_model(const DecoderConfig& config, std::string architecture);

}  // namespace tutti::model
