// SPDX-License-Identifier: Apache-2.0
// Scores a model on a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "run/context.h"
#include "run/evaluation_files.h"
#include "run/model_settings.h"
#include "run/training_hooks.h"

namespace tutti::run {

struct EvaluateSettings : ModelSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::evaluate);
  std::string dataset_name;
  std::string validation_file;
  std::optional<int64_t> max_seq_length;
  std::optional<int64_t> max_eval_samples;
  int64_t per_device_eval_batch_size = 8;
  int64_t seed = 42;  // for a head that the model lacks
  std::string output_dir;
  bool overwrite_cache = false;
  std::string backend = "cpu";
  std::string precision = "auto";
  std::string pack = "auto";
};

struct ModelScores {
  Evaluated evaluated;
  std::string unit;   // what the task counts: "feature" or "token"
  int64_t count = 0;  // in `unit`s
  double seconds = 0;
};

/// Writes the task's files and eval_results.json into output_dir, if given. The hooks receive the
/// progress.
ModelScores evaluate(const EvaluateSettings& settings, const Context& context,
                     const TrainingHooks& hooks = {});

}  // namespace tutti::run
