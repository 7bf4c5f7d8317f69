// SPDX-License-Identifier: Apache-2.0
// The files that an evaluation writes.
#pragma once

#include <cstdint>
#include <string>

#include "base/files.h"
#include "task/task.h"

namespace tutti::run {

/// The result of an evaluation.
struct Evaluated {
  task::Evaluation scores;
  nlohmann::ordered_json results;  // the contents of eval_results.json
};

/// eval_results.json: the metrics and the run's figures, each with the prefix "eval_".
nlohmann::ordered_json evaluation_results(const task::Evaluation& evaluation, int64_t features,
                                          double seconds);

/// "loss 3.3578  perplexity 28.7": only the numbers.
std::string metrics_text(const nlohmann::ordered_json& metrics);

/// Writes the task's files, each with the prefix "eval_", and eval_results.json.
void write_evaluation(const task::Evaluation& evaluation, const nlohmann::ordered_json& results,
                      const Path& folder);

}  // namespace tutti::run
