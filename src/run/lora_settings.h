// SPDX-License-Identifier: Apache-2.0
// The LoRA adapter that a training creates.
#pragma once

#include <cstdint>
#include <string>

#include "base/argument.h"

namespace tutti::run {

/// A new adapter. Names and defaults are TRL's.
struct LoraSettings {
  bool use_peft = false;
  int64_t lora_r = 16;
  double lora_alpha = 32;
  double lora_dropout = 0.05;
  std::string lora_target_modules = "all-linear";  // separated by commas, or a regular expression
  std::string lora_exclude_modules;                // likewise
  std::string lora_modules_to_save;                // separated by commas
  std::string lora_bias = "none";                  // none, all, lora_only
  bool use_rslora = false;
  bool use_dora = false;
};

/// The settings by name, with their limits and meaning.
ArgumentList list_lora_settings(LoraSettings& settings);

}  // namespace tutti::run
