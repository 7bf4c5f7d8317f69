// SPDX-License-Identifier: Apache-2.0
// The fields of PEFT's adapter_config.json.
#pragma once

#include <string_view>
#include <utility>

#include "model/adapter_config.h"

namespace tutti::model {

/// read: a member of AdapterConfig; ignored: it says nothing of the function; refused: not
/// implemented.
enum class FieldUse { read, ignored, refused };

struct AdapterField {
  std::string_view name;
  std::string_view value;  // what PEFT writes by default
  FieldUse use;
};

/// Every field of PEFT 0.21.2, in the order of its files.
inline constexpr AdapterField kAdapterFields[] = {
    {"alora_invocation_tokens", "null", FieldUse::refused},
    {"alpha_pattern", "{}", FieldUse::read},
    {"arrow_config", "null", FieldUse::refused},
    {"auto_mapping", "null", FieldUse::ignored},
    {"base_model_name_or_path", "null", FieldUse::read},
    {"bias", R"("none")", FieldUse::read},
    {"corda_config", "null", FieldUse::refused},
    {"ensure_weight_tying", "false", FieldUse::refused},
    {"eva_config", "null", FieldUse::refused},
    {"exclude_modules", "null", FieldUse::read},
    {"fan_in_fan_out", "false", FieldUse::read},
    {"inference_mode", "true", FieldUse::ignored},
    {"init_lora_weights", "true", FieldUse::read},
    {"kasa_config", "null", FieldUse::refused},
    {"layer_replication", "null", FieldUse::refused},
    {"layers_pattern", "null", FieldUse::read},
    {"layers_to_transform", "null", FieldUse::read},
    {"loftq_config", "{}", FieldUse::refused},
    {"lora_alpha", "8", FieldUse::read},
    {"lora_bias", "false", FieldUse::refused},
    {"lora_dropout", "0.0", FieldUse::read},
    {"lora_ga_config", "null", FieldUse::refused},
    {"megatron_config", "null", FieldUse::refused},
    {"megatron_core", R"("megatron.core")", FieldUse::ignored},
    {"modules_to_save", "null", FieldUse::read},
    {"monteclora_config", "null", FieldUse::refused},
    {"peft_type", R"("LORA")", FieldUse::read},
    {"peft_version", R"("0.21.2")", FieldUse::ignored},
    {"qalora_group_size", "16", FieldUse::ignored},
    {"r", "8", FieldUse::read},
    {"rank_pattern", "{}", FieldUse::read},
    {"revision", "null", FieldUse::ignored},
    {"target_modules", "null", FieldUse::read},
    {"target_parameters", "null", FieldUse::refused},
    {"task_type", "null", FieldUse::read},
    {"trainable_token_indices", "null", FieldUse::refused},
    {"use_bdlora", "null", FieldUse::refused},
    {"use_dora", "false", FieldUse::read},
    {"use_qalora", "false", FieldUse::refused},
    {"use_rslora", "false", FieldUse::read},
    {"velora_config", "null", FieldUse::refused},
};

inline constexpr std::pair<std::string_view, AdapterConfig::Bias> kBiases[] = {
    {"none", AdapterConfig::Bias::none},
    {"all", AdapterConfig::Bias::all},
    {"lora_only", AdapterConfig::Bias::lora_only}};

}  // namespace tutti::model
