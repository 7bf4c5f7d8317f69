// SPDX-License-Identifier: Apache-2.0
// `tutti estimate`: predicts a training's memory, time and cost. It reads the training's inputs,
// compiles its programs, runs a few steps, and writes nothing.
#include "app/estimate/backend_choice.h"
#include "app/estimate/estimate_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/log.h"
#include "run/step_options.h"

namespace tutti::app {

ExitCode run_estimate(const GlobalOptions& global, const run::EstimateSettings& arguments) {
  if (!arguments.do_train)
    user_error(
        "--do_train is missing: `tutti estimate` estimates trainings; give the training's flags");
  if (arguments.model_name_or_path.empty())
    user_error("--model_name_or_path is missing: a folder with config.json");
  if (arguments.auto_find_batch_size)
    user_error(
        "--auto_find_batch_size: an estimate is for the given batch, and names the largest that "
        "fits; leave it out");
  run::EstimateSettings settings = arguments;
  static_cast<run::TrainSettings&>(settings) = run::resolved_settings(arguments);
  if (settings.target.empty()) choose_backend(settings, 1);
  const int64_t replicas = settings.target.empty() ? settings.devices : 1;
  const run::Estimate found = run::estimate(settings, context_of(global, replicas));
  if (global.json)
    write_result_json(found.json);
  else
    write_text(estimate_text(found.json));
  if (found.fits) return ExitCode::done;
  log_warning("the training does not fit into the memory of {}", found.device);
  return ExitCode::out_of_memory;
}

}  // namespace tutti::app
