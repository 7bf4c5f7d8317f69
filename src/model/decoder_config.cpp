// SPDX-License-Identifier: Apache-2.0
// The config.json of decoders.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"
#include "model/decoder_family.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

/// Members that change what the model computes and are not implemented.
void refuse_others(const Json& config, std::string_view where, const DecoderFamily& family) {
  if (!family.has_experts) refuse_members(config, where, {"num_experts", "num_local_experts"});
  const std::string act =
      format::json_string(config, family.activation_key, where, std::string(family.activation));
  if (act != family.activation)
    user_error("{}: {} is \"{}\", expected {}", where, family.activation_key, escaped(act),
               family.activation);
}

/// The row of the embedding that no gradient flows to, counted from the end where the id is
/// negative, as PyTorch counts; nothing where there is none.
std::optional<int64_t> padding_of(const Json& config, std::string_view where, int64_t vocabulary,
                                  const DecoderFamily& family) {
  if (!config.contains("pad_token_id") && family.padding < vocabulary) return family.padding;
  if (!is_given(config, "pad_token_id")) return std::nullopt;
  const int64_t id = format::json_int(config, "pad_token_id", where);
  if (id < -vocabulary || id >= vocabulary)
    user_error("{}: pad_token_id is {}, expected null or 0 to {}, an id below vocab_size", where,
               id, vocabulary - 1);
  return id < 0 ? vocabulary + id : id;
}

/// Checks sizes that must fit together.
void expect_fitting(const DecoderConfig& config, std::string_view where) {
  if (config.num_attention_heads % config.num_key_value_heads)
    user_error("{}: num_attention_heads {} is not a multiple of num_key_value_heads {}", where,
               config.num_attention_heads, config.num_key_value_heads);
  if (config.head_dim % 2)
    user_error("{}: head_dim is {}, expected an even number", where, config.head_dim);
  if (!(config.rms_norm_eps > 0))
    user_error("{}: rms_norm_eps is {}, expected a positive number", where, config.rms_norm_eps);
}

}  // namespace

DecoderConfig decoder_config(const Json& json, std::string_view where) {
  const DecoderFamily& family = decoder_family(json, where);
  refuse_others(json, where, family);
  // What transformers takes for a member that is absent is not always what null means there.
  const auto absent = [&](const char* key, std::optional<int64_t> standard, int64_t otherwise) {
    return json.contains(key) ? otherwise : standard.value_or(otherwise);
  };
  constexpr int64_t kMost = int64_t{1} << 24;
  DecoderConfig config;
  config.vocab_size = config_size(json, "vocab_size", where, kMost);
  config.hidden_size = config_size(json, "hidden_size", where, 1 << 16);
  config.num_hidden_layers = config_size(json, "num_hidden_layers", where, 1000);
  const int64_t heads = config_size(json, "num_attention_heads", where, 1 << 12);
  config.num_attention_heads = heads;
  config.num_key_value_heads =
      config_size(json, "num_key_value_heads", where, heads,
                  absent("num_key_value_heads", family.key_value_heads, heads));
  config.head_dim = config_size(
      json, "head_dim", where, 1 << 12,
      absent("head_dim", family.head_dim, std::max<int64_t>(1, config.hidden_size / heads)));
  config.intermediate_size = config_size(json, "intermediate_size", where, 1 << 18);
  config.max_position_embeddings =
      config_size(json, "max_position_embeddings", where, kMost, family.positions);
  config.rms_norm_eps = format::json_double(json, "rms_norm_eps", where, family.epsilon);
  config.attention_dropout = config_rate(json, "attention_dropout", where, 0);
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  config.tie_word_embeddings = format::json_bool(json, "tie_word_embeddings", where, family.ties);
  config.pad_token_id = padding_of(json, where, config.vocab_size, family);
  add_rotation(config, json, where, family);
  config.layers =
      decoder_layers(json, where, family, config.num_hidden_layers, config.max_position_embeddings);
  if (family.add) family.add(config, json, where);
  expect_fitting(config, where);
  return config;
}

}  // namespace tutti::model
