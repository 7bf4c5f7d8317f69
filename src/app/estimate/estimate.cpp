// SPDX-License-Identifier: Apache-2.0
// `tutti estimate`: what a training takes, before it is begun. It reads what the training would
// read and compiles what it would compile, runs a few steps, and writes nothing.
#include "app/estimate/estimate.h"

#include "app/estimate/backend_choice.h"
#include "app/estimate/estimate_arguments.h"
#include "app/estimate/estimate_command.h"
#include "run/step_options.h"

namespace tutti::app {

ExitCode run_estimate(const GlobalOptions& global, const EstimateArguments& arguments) {
  if (!arguments.do_train)
    user_error("--do_train is missing: trainings are what is estimated; give the training's flags");
  if (arguments.model_name_or_path.empty())
    user_error("--model_name_or_path is missing: a folder with config.json");
  if (arguments.auto_find_batch_size)
    user_error(
        "--auto_find_batch_size: an estimate is of the batch that is given, and names the largest "
        "that fits; leave it out");
  run::TrainSettings resolved = run::resolved_settings(arguments);
  if (arguments.target.empty()) choose_backend(resolved, 1);
  return EstimateCommand(global, arguments, resolved).run();
}

}  // namespace tutti::app
