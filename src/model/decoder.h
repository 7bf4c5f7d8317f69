// SPDX-License-Identifier: Apache-2.0
// Decoders of the Llama family (Touvron et al., arXiv:2302.13971) as transformers computes them.
// Each layer adds grouped-query attention with rotary positions and a gated feed forward, each of a
// normalised input, to its input. Families differ in what a DecoderConfig says.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "model/blocks/experts.h"
#include "model/blocks/rotary.h"
#include "model/model.h"

namespace tutti::model {

/// In what a layer may differ from others of its model.
struct DecoderLayer {
  enum class Positions { rotary, local_rotary, none };
  std::optional<int64_t> window = {};  // tokens that one sees, itself among them; nothing: all
  Positions positions = Positions::rotary;
  bool has_experts = false;  // instead of one feed forward
};

struct DecoderConfig {
  int64_t vocab_size = 0;
  int64_t hidden_size = 0;
  int64_t num_hidden_layers = 0;
  int64_t num_attention_heads = 0;
  int64_t num_key_value_heads = 0;  // each serves as many query heads
  int64_t head_dim = 0;             // may differ from hidden_size / num_attention_heads
  int64_t intermediate_size = 0;
  int64_t max_position_embeddings = 0;
  std::vector<DecoderLayer> layers;          // num_hidden_layers of them
  std::optional<int64_t> pad_token_id = {};  // no gradient flows to its embedding
  double rms_norm_eps = 0;
  double attention_dropout = 0;                // of attention's softmax
  std::optional<double> attention_scale = {};  // of scores; nothing: 1 / sqrt(head_dim)
  double initializer_range = 0;
  double embedding_scale = 1;        // of the first hidden states
  std::string activation = "silu";   // of the feed forward's gate; also gelu_tanh
  bool tie_word_embeddings = false;  // the head is the embedding's matrix
  bool query_key_value_bias = false;
  bool output_bias = false;  // of attention
  bool mlp_bias = false;
  bool head_norms = false;          // RMS norms of each head's query and key, as Qwen3 has them
  bool projection_norms = false;    // RMS norms of all heads' query and key together
  std::optional<double> clip = {};  // the largest entry of query, key and value, and its negative
  bool output_norms = false;        // what attention and feed forward make is normalised too
  bool fuses_projections = false;   // one matrix of query, key and value, one of gate and up
  bool norms_add_one = false;       // norms multiply by 1 and their weight, which is 0 at first
  ExpertsConfig experts;            // of layers that have them
  int64_t expert_size = 0;          // what intermediate_size is of other layers
  double router_loss = 0;           // what the use of experts counts beside the mean cross entropy
  Rotary rotary;
  Rotary local_rotary;  // of layers that say so
};

/// Reads a config.json in the spelling of transformers 4 or 5; where it has both, version 5
/// decides. What is not implemented (other rotary types) is refused by its name.
DecoderConfig decoder_config(const nlohmann::json& config, std::string_view where);

/// The model of such a config; `architecture` is the beginning of transformers' class names.
Model decoder_model(const DecoderConfig& config, std::string architecture);

/// All parameters, in the order of Hugging Face's module.
std::vector<Parameter> decoder_parameters(const DecoderConfig& config);

/// The name of what is in a layer: "model.layers.3.".
std::string decoder_layer_name(int64_t index);

}  // namespace tutti::model
