// SPDX-License-Identifier: Apache-2.0
// The keys of a GGUF file that say what a config.json says.
#include <nlohmann/json.hpp>

#include "model/decoder.h"
#include "model/gguf_config.h"
#include "model/gguf_rotary.h"
#include "model/gpt2.h"

namespace tutti::model {
namespace {

uint32_t gguf_count(int64_t value) {
  return static_cast<uint32_t>(value);  // sizes of a config are checked to be smaller
}

/// Adds keys of an architecture.
class GgufConfigKeys {
 public:
  explicit GgufConfigKeys(GgufArchitecture architecture)
      : prefix_(std::string(gguf_name_of(architecture)) + ".") {}

  void count(const char* name, int64_t value) {
    keys.emplace_back(prefix_ + name, gguf_count(value));
  }
  /// The sizes that every architecture has.
  template <typename Config>
  void sizes(const Config& config) {
    count("block_count", config.num_hidden_layers);
    count("context_length", config.max_position_embeddings);
    count("embedding_length", config.hidden_size);
    count("feed_forward_length", config.intermediate_size);
    count("attention.head_count", config.num_attention_heads);
  }
  void number(const char* name, double value) {
    keys.emplace_back(prefix_ + name, static_cast<float>(value));
  }
  void text(const char* name, const std::string& value) {
    keys.emplace_back(prefix_ + name, value);
  }

  format::GgufKeys keys;

 private:
  std::string prefix_;
};

}  // namespace

format::GgufKeys gguf_config_keys(GgufArchitecture architecture, const nlohmann::json& json,
                                  std::string_view where) {
  GgufConfigKeys keys(architecture);
  if (architecture == GgufArchitecture::gpt2) {
    const Gpt2Config config = gpt2_config(json, where);
    keys.sizes(config);
    keys.number("attention.layer_norm_epsilon", config.layer_norm_eps);
    return std::move(keys.keys);
  }
  const DecoderConfig config = decoder_config(json, where);
  keys.sizes(config);
  keys.count("attention.head_count_kv", config.num_key_value_heads);
  if (config.rotary.kind == Rotary::Kind::linear) {
    keys.text("rope.scaling.type", "linear");
    keys.number("rope.scaling.factor", config.rotary.factor);
  }
  if (config.window) keys.count("attention.sliding_window", *config.window);
  keys.number("rope.freq_base", config.rotary.theta);
  keys.number("attention.layer_norm_rms_epsilon", config.rms_norm_eps);
  const bool own_head_dim = json.contains("head_dim") && !json["head_dim"].is_null();
  if (own_head_dim || config.head_dim * config.num_attention_heads != config.hidden_size) {
    keys.count("attention.key_length", config.head_dim);
    keys.count("attention.value_length", config.head_dim);
  }
  if (architecture != GgufArchitecture::llama) return std::move(keys.keys);
  keys.count("vocab_size", config.vocab_size);
  keys.count("rope.dimension_count", config.head_dim);
  return std::move(keys.keys);
}

std::vector<float> gguf_rotary_factors(GgufArchitecture architecture, const nlohmann::json& json,
                                       std::string_view where) {
  if (architecture == GgufArchitecture::gpt2) return {};
  const DecoderConfig config = decoder_config(json, where);
  if (config.rotary.kind != Rotary::Kind::llama3) return {};
  if (architecture != GgufArchitecture::llama)
    user_error(
        "{}: rope_type is \"llama3\", expected default or linear: GGUF files of {} have no "
        "tensor {}",
        where, gguf_name_of(architecture), kGgufRotaryFactors);
  return rotary_factors(config.rotary, config.head_dim);
}

}  // namespace tutti::model
