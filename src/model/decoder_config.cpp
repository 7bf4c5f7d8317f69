// SPDX-License-Identifier: Apache-2.0
// The config.json of decoders.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"
#include "model/decoder.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

/// What transformers takes where a config.json leaves it out, by its model_type.
struct DecoderFamily {
  std::string_view type;
  int64_t positions;
  std::optional<int64_t> key_value_heads = {};  // nothing: as many as there are heads
  std::optional<int64_t> head_dim = {};         // nothing: hidden_size / num_attention_heads
  std::optional<int64_t> window = {};
  bool window_is_switched = false;  // by use_sliding_window, max_window_layers and layer_types
};
constexpr DecoderFamily kDecoderFamilies[] = {
    {.type = "llama", .positions = 2048},
    {.type = "mistral", .positions = 131072, .key_value_heads = 8, .window = 4096},
    {.type = "qwen2",
     .positions = 32768,
     .key_value_heads = 32,
     .window = 4096,
     .window_is_switched = true},
    {.type = "qwen3",
     .positions = 32768,
     .key_value_heads = 32,
     .head_dim = 128,
     .window = 4096,
     .window_is_switched = true}};

const DecoderFamily& family_of(const Json& config, std::string_view where) {
  const std::string type = format::json_string(config, "model_type", where);
  for (const DecoderFamily& family : kDecoderFamilies)
    if (family.type == type) return family;
  throw InternalError(fmt::format("{} is no family of decoders", type));
}

/// Members that change what the model computes and are not implemented.
void refuse_others(const Json& config, std::string_view where) {
  refuse_members(config, where, {"num_experts", "num_local_experts"});
  const std::string act = format::json_string(config, "hidden_act", where, "silu");
  if (act != "silu") user_error("{}: hidden_act is \"{}\", expected silu", where, escaped(act));
}

bool is_given(const Json& config, std::string_view key) {
  const auto found = config.find(key);
  return found != config.end() && !found->is_null();
}

/// Whether the list of each layer's attention, which there is, names a window. `is_on`: there is
/// one.
bool lists_window(const Json& config, std::string_view where, int64_t layers, bool is_on) {
  const Json& types = config["layer_types"];
  bool slides = false;
  for (const Json& type : types) {
    slides |= type == "sliding_attention";
    if (type != "full_attention" && !(is_on && type == "sliding_attention"))
      user_error("{}: layer_types has {}, expected full_attention{}", where,
                 escaped(type.dump(), 60),
                 is_on ? " or sliding_attention" : ": no window is in use");
  }
  if (!types.is_array() || static_cast<int64_t>(types.size()) != layers)
    user_error("{}: layer_types is {}, expected a list of num_hidden_layers {} entries", where,
               escaped(types.dump(), 60), layers);
  return slides;
}

/// The tokens that attention sees at most, or nothing where it sees all.
std::optional<int64_t> window_of(const Json& config, std::string_view where,
                                 const DecoderFamily& family, int64_t layers) {
  const bool is_absent = config.find("sliding_window") == config.end();
  bool slides = is_absent ? family.window.has_value() : is_given(config, "sliding_window");
  if (family.window_is_switched)
    slides = slides && format::json_bool(config, "use_sliding_window", where, false);
  if (is_given(config, "layer_types"))
    slides = lists_window(config, where, layers, slides) || (slides && !family.window_is_switched);
  else if (family.window_is_switched)
    slides = slides && format::json_int(config, "max_window_layers", where, 28) < layers;
  if (!slides) return std::nullopt;
  const int64_t window = format::json_int(config, "sliding_window", where, family.window);
  if (window < 1)
    user_error("{}: sliding_window is {}, expected null or at least 1", where, window);
  return window;
}

/// The object that says how positions are rotated: transformers takes rope_scaling, which version 4
/// wrote, before rope_parameters.
Json rotation_of(const Json& config, std::string_view where) {
  for (const char* key : {"rope_scaling", "rope_parameters"}) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null() || *found == Json::object()) continue;
    if (!found->is_object())
      user_error("{}: {} is {}, expected an object or null", where, key,
                 escaped(found->dump(), 60));
    for (const auto& item : found->items())
      if (item.value().is_object())
        user_error(
            "{}: {}: {} is an object, expected one rotation for all layers: Tutti does not "
            "implement others",
            where, key, escaped(item.key(), 60));
    return *found;
  }
  return Json::object();
}

/// A rotation's number, above 0, from the first of two objects that has it.
double rotary_number(const Json& first, const Json& second, std::string_view key,
                     std::string_view where, double fallback) {
  const Json& from = first.contains(key) ? first : second;
  const double number = from.contains(key) ? format::json_double(from, key, where) : fallback;
  if (!(number > 0)) user_error("{}: {} is {}, expected above 0", where, key, number);
  return number;
}

Rotary rotary_of(const Json& config, std::string_view where, int64_t positions) {
  const Json scaling = rotation_of(config, where);
  Rotary rotary;
  rotary.theta = rotary_number(scaling, config, "rope_theta", where, 10000.0);
  for (const Json* place : {&scaling, &config})
    if (is_given(*place, "partial_rotary_factor") && (*place)["partial_rotary_factor"] != Json(1))
      user_error("{}: partial_rotary_factor is {}, expected 1: Tutti rotates whole heads", where,
                 escaped((*place)["partial_rotary_factor"].dump(), 60));
  const char* key = scaling.contains("rope_type") ? "rope_type" : "type";
  const std::string type =
      scaling.contains(key) ? format::json_string(scaling, key, where) : "default";
  if (type == "default") return rotary;
  if (type != "linear" && type != "llama3")
    user_error("{}: rope_type is \"{}\", expected default, linear or llama3", where, escaped(type));
  rotary.kind = type == "linear" ? Rotary::Kind::linear : Rotary::Kind::llama3;
  rotary.factor = format::json_double(scaling, "factor", where);
  if (!(rotary.factor > 0)) user_error("{}: factor is {}, expected above 0", where, rotary.factor);
  if (type == "linear") return rotary;
  rotary.low_frequency_factor = format::json_double(scaling, "low_freq_factor", where);
  rotary.high_frequency_factor = format::json_double(scaling, "high_freq_factor", where);
  // Here what is beside the object comes first.
  rotary.original_positions = rotary_number(config, scaling, "original_max_position_embeddings",
                                            where, static_cast<double>(positions));
  if (!(rotary.high_frequency_factor > rotary.low_frequency_factor))
    user_error("{}: high_freq_factor is {}, expected above low_freq_factor {}", where,
               rotary.high_frequency_factor, rotary.low_frequency_factor);
  return rotary;
}

/// The row of the embedding that no gradient flows to, counted from the end where the id is
/// negative, as PyTorch counts; nothing where there is none.
std::optional<int64_t> padding_of(const Json& config, std::string_view where, int64_t vocabulary) {
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
  refuse_others(json, where);
  const DecoderFamily& family = family_of(json, where);
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
  config.rms_norm_eps = format::json_double(json, "rms_norm_eps", where, 1e-6);
  config.attention_dropout = config_rate(json, "attention_dropout", where, 0);
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  config.tie_word_embeddings = format::json_bool(json, "tie_word_embeddings", where, false);
  config.pad_token_id = padding_of(json, where, config.vocab_size);
  config.rotary = rotary_of(json, where, config.max_position_embeddings);
  config.window = window_of(json, where, family, config.num_hidden_layers);
  if (config.window >= config.max_position_embeddings) config.window.reset();
  expect_fitting(config, where);
  return config;
}

}  // namespace tutti::model
