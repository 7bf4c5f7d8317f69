// SPDX-License-Identifier: Apache-2.0
// In what the config.json of a decoder makes its layers differ: windows of attention and rotations.
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"
#include "model/decoder_family.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

/// Which layers have a window by the list of their attention. `is_on`: there is a window at all.
std::vector<bool> listed_windows(const Json& config, std::string_view where, int64_t layers,
                                 bool is_on) {
  const Json& types = config["layer_types"];
  std::vector<bool> slides;
  for (const Json& type : types) {
    slides.push_back(type == "sliding_attention");
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

/// Which layers have a window.
std::vector<bool> windowed_layers(const Json& config, std::string_view where,
                                  const DecoderFamily& family, int64_t layers) {
  const bool is_absent = config.find("sliding_window") == config.end();
  bool slides = is_absent ? family.window.has_value() : is_given(config, "sliding_window");
  if (family.window_is_switched)
    slides = slides && format::json_bool(config, "use_sliding_window", where, false);
  std::vector<bool> all(static_cast<size_t>(layers), slides);
  if (is_given(config, "layer_types")) {
    const std::vector<bool> listed = listed_windows(config, where, layers, slides);
    // Mistral's windows do not depend on the list.
    return family.window_is_switched || family.window_pattern > 0 ? listed : all;
  }
  const int64_t whole =
      family.window_is_switched ? format::json_int(config, "max_window_layers", where, 28) : 0;
  const int64_t pattern =
      family.window_pattern == 0
          ? 0
          : format::json_int(config, "sliding_window_pattern", where, family.window_pattern);
  if (pattern < 0)
    user_error("{}: sliding_window_pattern is {}, expected at least 1", where, pattern);
  for (int64_t i = 0; i < layers; i++)
    if (i < whole || (pattern > 0 && (i + 1) % pattern == 0)) all[static_cast<size_t>(i)] = false;
  return all;
}

/// The object that says how positions are rotated: transformers takes rope_scaling, which version 4
/// wrote, before rope_parameters. `kind` is the layers' attention where a family has a rotation
/// for each, and else empty.
Json rotation_of(const Json& config, std::string_view where, const std::string& kind) {
  for (const char* key : {"rope_scaling", "rope_parameters"}) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null() || *found == Json::object()) continue;
    if (!found->is_object())
      user_error("{}: {} is {}, expected an object or null", where, key,
                 escaped(found->dump(), 60));
    if (!kind.empty() && found->contains(kind) && (*found)[kind].is_object()) return (*found)[kind];
    for (const auto& item : found->items())
      if (item.value().is_object())
        user_error("{}: {}: {} is an object, expected one rotation for {}", where, key,
                   escaped(item.key(), 60),
                   kind.empty() ? "all layers: Tutti does not implement others" : kind);
    // Written by version 4: what scales is the rotation of layers without a window.
    return kind == "sliding_attention" ? Json::object() : *found;
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

/// The first entries of a head that are rotated; 0 are all.
int64_t rotated_entries(const Json& scaling, const Json& config, std::string_view where,
                        const DecoderFamily& family, int64_t head_dim) {
  for (const Json* place : {&scaling, &config}) {
    if (!is_given(*place, "partial_rotary_factor")) continue;
    if (!family.rotates_partly && (*place)["partial_rotary_factor"] != Json(1))
      user_error("{}: partial_rotary_factor is {}, expected 1: {} rotates whole heads", where,
                 escaped((*place)["partial_rotary_factor"].dump(), 60), family.type);
    const double part = format::json_double(*place, "partial_rotary_factor", where);
    const auto dim = static_cast<int64_t>(static_cast<double>(head_dim) * part);
    if (!(part > 0 && part <= 1) || dim < 2 || dim % 2)
      user_error(
          "{}: partial_rotary_factor is {}, expected a part of the {} entries of a head that "
          "is even",
          where, part, head_dim);
    return dim == head_dim ? 0 : dim;
  }
  return 0;
}

/// What longrope divides frequencies by.
std::vector<double> longrope_factors(const Json& scaling, const char* key, std::string_view where,
                                     int64_t dim) {
  const auto found = scaling.find(key);
  std::vector<double> factors;
  if (found != scaling.end() && found->is_array())
    for (const Json& factor : *found)
      if (factor.is_number() && factor.get<double>() > 0) factors.push_back(factor.get<double>());
  if (static_cast<int64_t>(factors.size()) != dim / 2)
    user_error("{}: {} is {}, expected a list of {} numbers above 0", where, key,
               escaped(found == scaling.end() ? "absent" : found->dump(), 60), dim / 2);
  return factors;
}

/// Reads the rotation of Phi-3, Ding et al., arXiv:2402.13753.
void add_longrope(Rotary& rotary, const Json& scaling, const Json& config, std::string_view where,
                  const DecoderConfig& decoder) {
  const int64_t dim = rotary.dim == 0 ? decoder.head_dim : rotary.dim;
  rotary.kind = Rotary::Kind::longrope;
  refuse_members(scaling, where, {"short_mscale", "long_mscale"});
  rotary.short_factors = longrope_factors(scaling, "short_factor", where, dim);
  rotary.long_factors = longrope_factors(scaling, "long_factor", where, dim);
  const auto positions = static_cast<double>(decoder.max_position_embeddings);
  rotary.original_positions =
      rotary_number(config, scaling, "original_max_position_embeddings", where, positions);
  const double longer = rotary_number(scaling, Json::object(), "factor", where,
                                      positions / rotary.original_positions);
  const double growth =
      longer <= 1 ? 1 : std::sqrt(1 + std::log(longer) / std::log(rotary.original_positions));
  rotary.growth = rotary_number(scaling, Json::object(), "attention_factor", where, growth);
}

/// What stretches a rotation. `config` has what may be beside `scaling`.
void add_scaling(Rotary& rotary, const Json& scaling, const Json& config, std::string_view where,
                 const DecoderConfig& decoder, const DecoderFamily& family) {
  rotary.dim = rotated_entries(scaling, config, where, family, decoder.head_dim);
  const char* key = scaling.contains("rope_type") ? "rope_type" : "type";
  const std::string type =
      scaling.contains(key) ? format::json_string(scaling, key, where) : "default";
  if (type == "default") return;
  if (family.rotates_partly && (type == "longrope" || type == "su" || type == "yarn"))
    return add_longrope(rotary, scaling, config, where, decoder);  // older files say the others
  if (type != "linear" && type != "llama3")
    user_error("{}: rope_type is \"{}\", expected default, linear or llama3", where, escaped(type));
  rotary.kind = type == "linear" ? Rotary::Kind::linear : Rotary::Kind::llama3;
  rotary.factor = format::json_double(scaling, "factor", where);
  if (!(rotary.factor > 0)) user_error("{}: factor is {}, expected above 0", where, rotary.factor);
  if (type == "linear") return;
  rotary.low_frequency_factor = format::json_double(scaling, "low_freq_factor", where);
  rotary.high_frequency_factor = format::json_double(scaling, "high_freq_factor", where);
  // Here what is beside the object comes first.
  rotary.original_positions =
      rotary_number(config, scaling, "original_max_position_embeddings", where,
                    static_cast<double>(decoder.max_position_embeddings));
  if (!(rotary.high_frequency_factor > rotary.low_frequency_factor))
    user_error("{}: high_freq_factor is {}, expected above low_freq_factor {}", where,
               rotary.high_frequency_factor, rotary.low_frequency_factor);
}

}  // namespace

bool is_given(const Json& config, std::string_view key) {
  const auto found = config.find(key);
  return found != config.end() && !found->is_null();
}

std::vector<DecoderLayer> decoder_layers(const Json& config, std::string_view where,
                                         const DecoderFamily& family, int64_t layers,
                                         int64_t positions) {
  std::vector<DecoderLayer> all;
  for (const bool slides : windowed_layers(config, where, family, layers)) {
    DecoderLayer& layer = all.emplace_back();
    if (!slides) continue;
    if (family.local_theta) layer.positions = DecoderLayer::Positions::local_rotary;
    const int64_t window = format::json_int(config, "sliding_window", where, family.window);
    if (window < 1)
      user_error("{}: sliding_window is {}, expected null or at least 1", where, window);
    if (window < positions) layer.window = window;
  }
  return all;
}

void add_rotation(DecoderConfig& decoder, const Json& config, std::string_view where,
                  const DecoderFamily& family) {
  const Json scaling =
      rotation_of(config, where, family.local_theta ? "full_attention" : std::string());
  decoder.rotary.theta = rotary_number(scaling, config, "rope_theta", where, family.theta);
  add_scaling(decoder.rotary, scaling, config, where, decoder, family);
  if (!family.local_theta) return;
  const Json local = rotation_of(config, where, "sliding_attention");
  const double theta =
      rotary_number(config, Json::object(), "rope_local_base_freq", where, *family.local_theta);
  decoder.local_rotary.theta = rotary_number(local, Json::object(), "rope_theta", where, theta);
  add_scaling(decoder.local_rotary, local, Json::object(), where, decoder, family);
}

}  // namespace tutti::model
