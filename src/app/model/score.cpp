// SPDX-License-Identifier: Apache-2.0
// `tutti score`: the metric of a file of predictions.
#include <algorithm>

#include "app/model/score_arguments.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "base/error.h"

namespace tutti::app {

ExitCode run_score(const GlobalOptions& global, const ScoreArguments& arguments) {
  const auto kind = task::find_task(arguments.tasks, arguments.task, {});
  const task::Evaluation score = kind->score(arguments.dataset, arguments.predictions);
  if (global.json) {
    write_result_json(score.metrics);
    return ExitCode::done;
  }
  size_t width = 12;
  for (const auto& item : score.metrics.items()) width = std::max(width, item.key().size());
  std::string text;
  for (const auto& [name, value] : score.metrics.items())
    text += fmt::format("{:<{}}  {}\n", name, width, value.dump());
  write_text(text);
  return ExitCode::done;
}

}  // namespace tutti::app
