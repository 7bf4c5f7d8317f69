// SPDX-License-Identifier: Apache-2.0
#include "model/adapter_config.h"

#include <re2/re2.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "model/adapter_fields.h"

namespace tutti::model {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int64_t kMaxAdapterRank = 1 << 20;

bool says_nothing(const json& value) {
  return value.is_null() || value == json(false) || value == json("") ||
         (value.is_structured() && value.empty());
}

void check_other_fields(const json& config, std::string_view where) {
  for (const auto& item : config.items()) {
    const std::string& name = item.key();
    const json& value = item.value();
    const auto* known = std::find_if(std::begin(kAdapterFields), std::end(kAdapterFields),
                                     [&](const AdapterField& field) { return field.name == name; });
    const bool is_known = known != std::end(kAdapterFields);
    if (says_nothing(value) || (is_known && known->use != FieldUse::refused)) continue;
    if (is_known && value == json::parse(known->value)) continue;
    user_error("{}: {}: found {}, expected {}; Tutti does not implement it", where, escaped(name),
               escaped(value.dump()), is_known ? known->value : "no such field");
  }
}

[[noreturn]] void wrong_field(const json& value, std::string_view name, std::string_view where,
                              std::string_view expected) {
  user_error("{}: {}: found {}, expected {}", where, name, escaped(value.dump()), expected);
}

/// The member, or null where it is absent.
json member_of(const json& config, const std::string& name) {
  const auto found = config.find(name);
  return found == config.end() ? json() : *found;
}

std::vector<std::string> strings_of(const json& value, std::string_view name,
                                    std::string_view where) {
  std::vector<std::string> strings;
  if (value.is_null()) return strings;
  if (!value.is_array()) wrong_field(value, name, where, "a list of names");
  for (const json& item : value) {
    if (!item.is_string() || item.get<std::string>().empty())
      wrong_field(item, name, where, "a name in the list");
    strings.push_back(item);
  }
  return strings;
}

ModuleNames names_of(const json& config, const std::string& name, std::string_view where) {
  const json value = member_of(config, name);
  ModuleNames names;
  if (value.is_string())
    names.pattern = value;
  else
    names.list = strings_of(value, name, where);
  return names;
}

std::vector<int64_t> layers_of(const json& value, std::string_view where) {
  std::vector<int64_t> layers;
  if (value.is_null()) return layers;
  const json list = value.is_array() ? value : json::array({value});
  for (const json& item : list) {
    if (!item.is_number_unsigned() || item.get<uint64_t>() > INT32_MAX)
      wrong_field(item, "layers_to_transform", where, "the number of a layer");
    layers.push_back(item);
  }
  return layers;
}

int64_t checked_rank(const json& value, std::string_view name, std::string_view where) {
  if (!value.is_number_unsigned() || value.get<uint64_t>() < 1 ||
      value.get<uint64_t>() > kMaxAdapterRank)
    wrong_field(value, name, where, fmt::format("an integer from 1 to {}", kMaxAdapterRank));
  return value;
}

double checked_alpha(const json& value, std::string_view name, std::string_view where) {
  if (!value.is_number() || !(value.get<double>() > 0) || !std::isfinite(value.get<double>()))
    wrong_field(value, name, where, "a number above 0");
  return value;
}

/// The entries of a pattern field in the file's order, which parse_json does not keep.
template <typename Read>
auto pattern_of(const ordered_json& config, const std::string& name, std::string_view where,
                Read read) {
  std::vector<std::pair<std::string, decltype(read(json(), name, where))>> entries;
  const auto found = config.find(name);
  if (found == config.end() || found->is_null()) return entries;
  if (!found->is_object()) wrong_field(*found, name, where, "an object");
  for (const auto& [key, value] : found->items()) {
    const std::string place = fmt::format("{}: \"{}\"", name, escaped(key));
    entries.emplace_back(key, read(json(value), place, where));
  }
  return entries;
}

/// How A and B begin. Other ways change the base model's weights as well.
void read_initial(const json& value, AdapterConfig& config, std::string_view where) {
  if (value.is_null() || value == json(true)) return;
  if (value == json(false))
    config.initialize = false;
  else if (value == json("gaussian"))
    config.gaussian = true;
  else
    wrong_field(value, "init_lora_weights", where,
                "true, false or \"gaussian\"; other ways change the base model's weights: save the "
                "adapter with PEFT's path_initial_model_for_weight_conversion");
}

AdapterConfig::Bias checked_bias(const json& value, std::string_view where) {
  if (value.is_null()) return AdapterConfig::Bias::none;
  for (const auto& [name, bias] : kBiases)
    if (value == json(name)) return bias;
  wrong_field(value, "bias", where,
              fmt::format("one of {}", fmt::join(adapter_bias_names(), ", ")));
}

void check_pattern(const std::string& pattern, std::string_view name, std::string_view where) {
  const RE2 compiled(pattern, RE2::Quiet);
  if (!compiled.ok())
    user_error(
        "{}: {}: found \"{}\" ({}), expected a regular expression without look-around and "
        "back-references",
        where, name, escaped(pattern), escaped(compiled.error()));
}

void check_patterns(const AdapterConfig& config, std::string_view where) {
  check_pattern(config.targets.pattern, "target_modules", where);
  check_pattern(config.excluded.pattern, "exclude_modules", where);
  for (const std::string& name : config.saved) check_pattern(name, "modules_to_save", where);
  for (const std::string& name : config.layers_patterns)
    check_pattern(name, "layers_pattern", where);
  for (const auto& [pattern, rank] : config.rank_pattern)
    check_pattern(pattern, "rank_pattern", where);
  for (const auto& [pattern, alpha] : config.alpha_pattern)
    check_pattern(pattern, "alpha_pattern", where);
}

void check_layers(const AdapterConfig& config, std::string_view where) {
  if (!config.layers.empty() && !config.targets.pattern.empty())
    user_error(
        "{}: layers_to_transform: found it with the pattern \"{}\", expected a list of "
        "target_modules",
        where, escaped(config.targets.pattern));
  if (config.layers.empty() && !config.layers_patterns.empty())
    user_error("{}: layers_pattern: found it without layers_to_transform, expected both or neither",
               where);
}

}  // namespace

AdapterConfig parse_adapter_config(std::string_view text, std::string_view where) {
  const json fields = format::parse_json(text, where);
  if (!fields.is_object())
    user_error("{}: found {}, expected an object", where, format::json_found(fields));
  const std::string type = format::json_string(fields, "peft_type", where);
  if (type != "LORA")
    user_error("{}: peft_type: found \"{}\", expected LORA", where, escaped(type));
  check_other_fields(fields, where);
  AdapterConfig config;
  config.base_model = format::json_string(fields, "base_model_name_or_path", where, "");
  config.task_type = format::json_string(fields, "task_type", where, "");
  if (const json rank = member_of(fields, "r"); !rank.is_null())
    config.rank = checked_rank(rank, "r", where);
  if (const json alpha = member_of(fields, "lora_alpha"); !alpha.is_null())
    config.alpha = checked_alpha(alpha, "lora_alpha", where);
  config.dropout = format::json_double(fields, "lora_dropout", where, 0);
  if (!(config.dropout >= 0 && config.dropout < 1))
    user_error("{}: lora_dropout: found {}, expected 0 to below 1", where, config.dropout);
  config.rslora = format::json_bool(fields, "use_rslora", where, false);
  config.dora = format::json_bool(fields, "use_dora", where, false);
  config.fan_in_fan_out = format::json_bool(fields, "fan_in_fan_out", where, false);
  read_initial(member_of(fields, "init_lora_weights"), config, where);
  config.targets = names_of(fields, "target_modules", where);
  if (config.targets.empty())
    user_error("{}: target_modules: found none, expected a list of names or a pattern", where);
  config.excluded = names_of(fields, "exclude_modules", where);
  config.bias = checked_bias(member_of(fields, "bias"), where);
  config.saved = strings_of(member_of(fields, "modules_to_save"), "modules_to_save", where);
  config.layers = layers_of(member_of(fields, "layers_to_transform"), where);
  const ModuleNames before = names_of(fields, "layers_pattern", where);
  config.layers_patterns = before.list;
  if (!before.pattern.empty()) config.layers_patterns = {before.pattern};
  check_layers(config, where);
  const auto ordered = ordered_json::parse(text);
  config.rank_pattern = pattern_of(ordered, "rank_pattern", where, checked_rank);
  config.alpha_pattern = pattern_of(ordered, "alpha_pattern", where, checked_alpha);
  check_patterns(config, where);
  return config;
}

std::vector<std::string> adapter_bias_names() {
  std::vector<std::string> names;
  for (const auto& entry : kBiases) names.emplace_back(entry.first);
  return names;
}

AdapterConfig::Bias adapter_bias_named(std::string_view name) {
  for (const auto& [known, bias] : kBiases)
    if (known == name) return bias;
  throw InternalError(fmt::format("there are no biases {}", name));
}

}  // namespace tutti::model
