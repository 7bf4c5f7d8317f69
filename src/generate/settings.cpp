// SPDX-License-Identifier: Apache-2.0
#include "generate/settings.h"

#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::generate {
namespace {

using Json = nlohmann::json;

/// Members that change the text and are not implemented, with the values that change nothing.
void refuse_others(const Json& config, std::string_view where) {
  static const std::pair<const char*, Json> kNeutral[] = {
      {"num_beams", 1},
      {"num_beam_groups", 1},
      {"penalty_alpha", 0.0},
      {"typical_p", 1.0},
      {"epsilon_cutoff", 0.0},
      {"eta_cutoff", 0.0},
      {"no_repeat_ngram_size", 0},
      {"encoder_repetition_penalty", 1.0},
      {"min_length", 0},
      {"min_new_tokens", 0},
      {"bad_words_ids", nullptr},
      {"force_words_ids", nullptr},
      {"forced_bos_token_id", nullptr},
      {"forced_eos_token_id", nullptr},
      {"suppress_tokens", nullptr},
      {"begin_suppress_tokens", nullptr},
      {"exponential_decay_length_penalty", nullptr},
      {"sequence_bias", nullptr},
      {"guidance_scale", 1.0},
      {"top_h", nullptr},
      {"watermarking_config", nullptr},
      {"num_return_sequences", 1}};
  for (const auto& [key, neutral] : kNeutral) {
    const auto found = config.find(key);
    if (found == config.end() || found->empty() || *found == neutral) continue;
    user_error("{}: {} is {}, expected {}: Tutti does not implement it", where, key,
               escaped(found->dump(), 60), neutral.dump());
  }
}

/// "eos_token_id": a number or a list of them.
std::vector<int32_t> stop_ids_in(const Json& config, std::string_view where) {
  std::vector<int32_t> ids;
  const auto found = config.find("eos_token_id");
  if (found == config.end() || found->is_null()) return ids;
  for (const Json& id : found->is_array() ? *found : Json::array({*found})) {
    if (!id.is_number_integer() || id.get<int64_t>() < 0 || id.get<int64_t>() > INT32_MAX)
      user_error("{}: eos_token_id is {}, expected the id of a token, or a list of ids", where,
                 escaped(found->dump(), 60));
    ids.push_back(static_cast<int32_t>(id.get<int64_t>()));
  }
  return ids;
}

void read_strings(const Json& config, std::string_view where, std::vector<std::string>& strings) {
  const auto found = config.find("stop_strings");
  if (found == config.end() || found->is_null()) return;
  for (const Json& string : found->is_array() ? *found : Json::array({*found})) {
    if (!string.is_string() || string.get_ref<const std::string&>().empty())
      user_error("{}: stop_strings is {}, expected a text, or a list of texts", where,
                 escaped(found->dump(), 60));
    strings.push_back(string.get<std::string>());
  }
}

void read_config(const Json& config, std::string_view where, Settings& settings) {
  refuse_others(config, where);
  task::SamplingSettings& sampling = settings.sampling;
  const auto real = [&](const char* key, double& value) {
    value = format::json_double(config, key, where, value);
  };
  sampling.sample = format::json_bool(config, "do_sample", where, sampling.sample);
  real("temperature", sampling.temperature);
  sampling.top_k = format::json_int(config, "top_k", where, sampling.top_k);
  real("top_p", sampling.top_p);
  real("min_p", sampling.min_p);
  real("repetition_penalty", sampling.repetition_penalty);
  settings.max_new_tokens =
      format::json_int(config, "max_new_tokens", where, settings.max_new_tokens);
  if (settings.max_new_tokens < 0)
    user_error("{}: max_new_tokens is {}, expected 0 or more", where, settings.max_new_tokens);
  read_strings(config, where, settings.stop_strings);
  try {
    task::check_sampling(sampling);
  } catch (const UserError& error) {
    user_error("{}: {}", where, error.what());
  }
}

}  // namespace

Settings settings_of(const Path& folder, const nlohmann::ordered_json& model_config,
                     const data::Tokenizer& tokenizer) {
  Settings settings;
  settings.sampling.top_k = 50;  // transformers' own default
  const Path file = folder / "generation_config.json";
  if (std::filesystem::exists(file)) {
    const Json config = format::read_json(file);
    const std::string where = file.string();
    if (!config.is_object())
      user_error("{}: found {}, expected an object", where, config.type_name());
    read_config(config, where, settings);
    settings.stop_ids = stop_ids_in(config, where);
  }
  if (settings.stop_ids.empty())
    settings.stop_ids = stop_ids_in(model_config, (folder / "config.json").string());
  if (settings.stop_ids.empty())
    if (const auto end = tokenizer.special_id("eos")) settings.stop_ids = {*end};
  return settings;
}

}  // namespace tutti::generate
