// SPDX-License-Identifier: Apache-2.0
// The families of decoders: what transformers takes where a config.json of theirs leaves a member
// out, and what else is theirs.
#pragma once

#include "model/decoder.h"

namespace tutti::model {

struct DecoderFamily {
  std::string_view type;          // model_type
  std::string_view architecture;  // the beginning of transformers' class names
  int64_t positions;
  std::optional<int64_t> key_value_heads = {};  // nothing: as many as there are heads
  std::optional<int64_t> head_dim = {};         // nothing: hidden_size / num_attention_heads
  std::optional<int64_t> window = {};
  bool window_is_switched = false;  // by use_sliding_window, max_window_layers and layer_types
  int64_t window_pattern = 0;       // above 0: of so many layers the last one has no window
  double theta = 10000;
  double epsilon = 1e-6;
  std::optional<double> local_theta = {};  // of layers with a window, which rotate by another one
  bool ties = false;
  bool rotates_partly = false;  // partial_rotary_factor is implemented, as is longrope
  std::optional<int64_t> padding = {};
  bool has_experts = false;
  std::string_view activation_key = "hidden_act", activation = "silu";  // the only one
  /// Reads what only this family has.
  void (*add)(DecoderConfig&, const nlohmann::json&, std::string_view where) = nullptr;
};

/// Sets whether the projections of attention have biases, by "attention_bias".
void add_attention_bias(DecoderConfig& config, const nlohmann::json& json, std::string_view where);
/// The same, and whether those of the feed-forward layers have, by "mlp_bias".
void add_biases(DecoderConfig& config, const nlohmann::json& json, std::string_view where);

/// That of a config.json's model_type.
const DecoderFamily& decoder_family(const nlohmann::json& config, std::string_view where);

/// The windows of a family's layers, and by what they rotate.
std::vector<DecoderLayer> decoder_layers(const nlohmann::json& config, std::string_view where,
                                         const DecoderFamily& family, int64_t layers,
                                         int64_t positions);

/// Sets by what the layers of a family rotate.
void add_rotation(DecoderConfig& decoder, const nlohmann::json& config, std::string_view where,
                  const DecoderFamily& family);

/// Whether there is such a member that is not null.
bool is_given(const nlohmann::json& config, std::string_view key);

}  // namespace tutti::model
