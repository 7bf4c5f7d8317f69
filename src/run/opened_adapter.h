// SPDX-License-Identifier: Apache-2.0
// The adapter that a command applies to a model: one from a folder, or a new one from flags.
#pragma once

#include "base/files.h"
#include "model/adapter_config.h"
#include "run/context.h"
#include "run/lora_settings.h"
#include "run/model_settings.h"
#include "task/task.h"

namespace tutti::run {

struct OpenedAdapter {
  model::AdapterConfig config;
  std::optional<Path> weights;  // adapter_model.safetensors; nullopt for a new one
  task::Objective objective;    // the task's, with the adapter
  /// The end of an error about a misfit: that the adapter was made for a model of another name.
  std::string made_for_another;
};

/// --adapter, or --use_peft of a training, on a task; nullopt if neither is given. Throws a
/// UserError for a folder without an adapter, an adapter that does not fit the model, and
/// contradictory flags.
std::optional<OpenedAdapter> open_adapter(const ModelSettings& settings, const LoraSettings* flags,
                                          const task::TaskKind& kind, const task::Task& task,
                                          const Context& context);

/// --lora_target_modules: names separated by commas; a text with the special characters of regular
/// expressions is one regular expression.
model::ModuleNames module_names(const std::string& text);

/// Checks that a checkpoint's adapter has this configuration.
void expect_same_adapter(const OpenedAdapter& adapter, const Path& checkpoint);

/// "LoRA r 16, alpha 32, dropout 0.05 on 28 modules: 2.1 M of 136.7 M parameters trained".
std::string adapter_text(const OpenedAdapter& adapter);

}  // namespace tutti::run
