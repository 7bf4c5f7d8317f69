// SPDX-License-Identifier: Apache-2.0
// How an adapter's configuration is written.
#include <cmath>
#include <nlohmann/json.hpp>

#include "model/adapter_config.h"
#include "model/adapter_fields.h"

namespace tutti::model {
namespace {

using nlohmann::ordered_json;

ordered_json json_of(const ModuleNames& names) {
  if (!names.pattern.empty()) return names.pattern;
  return names.list.empty() ? ordered_json() : ordered_json(names.list);
}

/// PEFT's alphas are integers by default.
ordered_json json_of_alpha(double alpha) {
  if (alpha == std::floor(alpha) && alpha < 0x1p53) return static_cast<int64_t>(alpha);
  return alpha;
}

template <typename T>
ordered_json list_or_null(const std::vector<T>& list) {
  return list.empty() ? ordered_json() : ordered_json(list);
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

}  // namespace

std::string adapter_config_text(const AdapterConfig& config) {
  ordered_json fields;
  for (const AdapterField& field : kAdapterFields)
    fields[std::string(field.name)] = ordered_json::parse(field.value);
  fields["base_model_name_or_path"] = text_or_null(config.base_model);
  fields["task_type"] = text_or_null(config.task_type);
  fields["r"] = config.rank;
  fields["lora_alpha"] = json_of_alpha(config.alpha);
  fields["lora_dropout"] = config.dropout;
  for (const auto& [name, bias] : kBiases)
    if (bias == config.bias) fields["bias"] = name;
  fields["use_rslora"] = config.rslora;
  fields["use_dora"] = config.dora;
  fields["fan_in_fan_out"] = config.fan_in_fan_out;
  if (config.gaussian)
    fields["init_lora_weights"] = "gaussian";
  else
    fields["init_lora_weights"] = config.initialize;
  fields["target_modules"] = json_of(config.targets);
  fields["exclude_modules"] = json_of(config.excluded);
  fields["modules_to_save"] = list_or_null(config.saved);
  fields["layers_to_transform"] = list_or_null(config.layers);
  fields["layers_pattern"] = list_or_null(config.layers_patterns);
  for (const auto& [pattern, rank] : config.rank_pattern) fields["rank_pattern"][pattern] = rank;
  for (const auto& [pattern, alpha] : config.alpha_pattern)
    fields["alpha_pattern"][pattern] = json_of_alpha(alpha);
  return fields.dump(2);
}

}  // namespace tutti::model
