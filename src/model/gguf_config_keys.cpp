// SPDX-License-Identifier: Apache-2.0
// The keys of a GGUF file that say what a config.json says.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
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

/// The keys of windows.
void add_windows(GgufConfigKeys& keys, GgufArchitecture architecture, const DecoderConfig& config,
                 std::string_view where) {
  const auto windowed = static_cast<size_t>(
      std::count_if(config.layers.begin(), config.layers.end(),
                    [](const DecoderLayer& layer) { return layer.window.has_value(); }));
  const auto window = [&] { keys.count("attention.sliding_window", *config.layers[0].window); };
  if (architecture != GgufArchitecture::gemma3) {
    if (windowed == config.layers.size()) return window();
    if (windowed == 0) return;
    user_error(
        "{}: layer_types: {} of {} layers have a window, expected all or none: GGUF files of {} "
        "have no place for windows of some layers",
        where, windowed, config.layers.size(), gguf_name_of(architecture));
  }
  for (size_t i = 0; i < config.layers.size(); i++)
    if ((config.layers[i].positions == DecoderLayer::Positions::rotary) != ((i + 1) % 6 == 0))
      user_error(
          "{}: layer_types: layer {} has {}, expected one layer without a window after each five "
          "with one: GGUF files of gemma3 have no place for another order",
          where, i, config.layers[i].window ? "a window" : "none");
  keys.count("attention.sliding_window",
             config.layers[0].window.value_or(config.max_position_embeddings));
}

/// Checks that llama.cpp's own scale of scores and rotation of layers with a window are the
/// model's.
void expect_gemma3(const DecoderConfig& config, std::string_view where) {
  const double scale = config.attention_scale.value_or(0);
  if (std::fabs(scale * std::sqrt(static_cast<double>(config.head_dim)) - 1) > 1e-6)
    user_error(
        "{}: query_pre_attn_scalar is {:.6g}, expected head_dim {}: GGUF files of gemma3 have "
        "no place for another",
        where, 1 / (scale * scale), config.head_dim);
  if (config.local_rotary.theta != 10000)
    user_error(
        "{}: rope_local_base_freq is {}, expected 10000: GGUF files of gemma3 have no place "
        "for another",
        where, config.local_rotary.theta);
}

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
  add_windows(keys, architecture, config, where);
  if (architecture == GgufArchitecture::gemma3) expect_gemma3(config, where);
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
