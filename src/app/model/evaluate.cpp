// SPDX-License-Identifier: Apache-2.0
// `tutti evaluate`: predictions and metric of a model on a file.
#include "app/model/evaluate_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "app/process/work_progress.h"
#include "base/text.h"

namespace tutti::app {

ExitCode run_evaluate(const GlobalOptions& global, const run::EvaluateSettings& arguments) {
  std::optional<WorkProgress> progress;
  run::TrainingHooks hooks;
  hooks.on_evaluated = [&](int64_t done, int64_t all, int64_t tokens) {
    if (!progress) progress.emplace(global, "evaluated", "features");
    progress->count(done, all, tokens);
  };
  hooks.on_evaluation_end = [&] { progress.reset(); };
  const run::ModelScores found = run::evaluate(arguments, context_of(global), hooks);
  if (global.json) {
    write_result_json(found.evaluated.results);
    return ExitCode::done;
  }
  // "40 features, 12.5 features/s", or the same for tokens.
  const double rate = found.seconds > 0 ? static_cast<double>(found.count) / found.seconds : 0;
  write_text(found.evaluated.scores.text +
             fmt::format("{}, {:.1f} {}s/s\n", counted(found.count, found.unit), rate, found.unit));
  return ExitCode::done;
}

}  // namespace tutti::app
