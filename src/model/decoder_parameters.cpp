// SPDX-License-Identifier: Apache-2.0
#include "model/decoder.h"

namespace tutti::model {
namespace {

using Initial = Parameter::Initial;

/// Lists parameters of a config.
class DecoderParameters {
 public:
  explicit DecoderParameters(const DecoderConfig& config) : config_(config) {}

  void matrix(const std::string& name, int64_t out, int64_t in) {
    all.push_back({.name = name, .shape = {out, in}, .deviation = config_.initializer_range});
  }
  void dense(const std::string& name, int64_t out, int64_t in, bool has_bias) {
    matrix(name + ".weight", out, in);
    if (has_bias) vector(name + ".bias", out, Initial::zeros);
  }
  void norm(const std::string& name, int64_t size) {
    vector(name + ".weight", size, config_.norms_add_one ? Initial::zeros : Initial::ones);
  }

  void attention(const std::string& at) {
    const int64_t h = config_.hidden_size, q = config_.num_attention_heads * config_.head_dim,
                  kv = config_.num_key_value_heads * config_.head_dim;
    if (config_.fuses_projections) {
      dense(at + "qkv_proj", q + 2 * kv, h, config_.query_key_value_bias);
    } else {
      dense(at + "q_proj", q, h, config_.query_key_value_bias);
      dense(at + "k_proj", kv, h, config_.query_key_value_bias);
      dense(at + "v_proj", kv, h, config_.query_key_value_bias);
    }
    dense(at + "o_proj", h, q, config_.output_bias);
    if (!config_.head_norms && !config_.projection_norms) return;
    norm(at + "q_norm", config_.head_norms ? config_.head_dim : q);
    norm(at + "k_norm", config_.head_norms ? config_.head_dim : kv);
  }

  void experts(const std::string& at) {
    matrix(at + "gate.weight", config_.experts.experts, config_.hidden_size);
    for (int64_t e = 0; e < config_.experts.experts; e++)
      feed_forward(fmt::format("{}experts.{}.", at, e), config_.expert_size);
  }

  void feed_forward(const std::string& at, int64_t f) {
    const int64_t h = config_.hidden_size;
    if (config_.fuses_projections) {
      dense(at + "gate_up_proj", 2 * f, h, config_.mlp_bias);
    } else {
      dense(at + "gate_proj", f, h, config_.mlp_bias);
      dense(at + "up_proj", f, h, config_.mlp_bias);
    }
    dense(at + "down_proj", h, f, config_.mlp_bias);
  }

  void layer(int64_t index) {
    const std::string at = decoder_layer_name(index);
    attention(at + "self_attn.");
    if (config_.layers[static_cast<size_t>(index)].has_experts)
      experts(at + "mlp.");
    else
      feed_forward(at + "mlp.", config_.intermediate_size);
    norm(at + "input_layernorm", config_.hidden_size);
    norm(at + "post_attention_layernorm", config_.hidden_size);
    if (!config_.output_norms) return;
    norm(at + "pre_feedforward_layernorm", config_.hidden_size);
    norm(at + "post_feedforward_layernorm", config_.hidden_size);
  }

  std::vector<Parameter> all;

 private:
  void vector(const std::string& name, int64_t size, Initial initial) {
    all.push_back({.name = name, .shape = {size}, .initial = initial, .decays = false});
  }

  const DecoderConfig& config_;
};

}  // namespace

std::vector<Parameter> decoder_parameters(const DecoderConfig& config) {
  DecoderParameters list(config);
  list.matrix("model.embed_tokens.weight", config.vocab_size, config.hidden_size);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) list.layer(index);
  list.norm("model.norm", config.hidden_size);
  if (config.tie_word_embeddings)
    list.all.front().copies = {"lm_head.weight"};
  else
    list.matrix("lm_head.weight", config.vocab_size, config.hidden_size);
  return std::move(list.all);
}

}  // namespace tutti::model
