// SPDX-License-Identifier: Apache-2.0
// The files that an evaluation writes.
#pragma once

#include <cstdint>
#include <string>

#include "base/files.h"
#include "task/task.h"

namespace tutti::run {

/// What an evaluation found.
struct Evaluated {
  task::Evaluation scores;
  nlohmann::ordered_json results;  // as eval_results.json has them
};

/// eval_results.json: the metrics and the run's figures, each with "eval_" before its name.
nlohmann::ordered_json evaluation_results(const task::Evaluation& evaluation, int64_t features,
                                          double seconds);

/// "loss 3.3578  perplexity 28.7", of numbers alone.
std::string metrics_text(const nlohmann::ordered_json& metrics);

/// Writes the task's files, each with "eval_" before its name, and eval_results.json.
void write_evaluation(const task::Evaluation& evaluation, const nlohmann::ordered_json& results,
                      const Path& folder);

}  // namespace tutti::run
