// SPDX-License-Identifier: Apache-2.0
// `tutti train`: fine-tunes a model for a task.
#include "app/backend_choice.h"
#include "app/environment.h"
#include "app/job_place.h"
#include "app/mixed_devices.h"
#include "app/train_command.h"
#include "app/train_settings.h"
#include "app/train_together.h"

namespace tutti::app {

ExitCode run_train(const GlobalOptions& global, const TrainArguments& arguments) {
  if (!arguments.do_train && !arguments.do_eval)
    user_error("nothing to do: give --do_train, --do_eval or both");
  if (arguments.model_name_or_path.empty())
    user_error(
        "--model_name_or_path is missing: a folder with config.json, or a name in the Hugging Face "
        "cache");
  TrainArguments resolved = resolved_arguments(arguments);
  GlobalOptions shown = global;
  if (arguments.disable_tqdm) shown.terminal = false;
  const comm::MeetingPlace place = job_place(resolved, environment_variable, resolved.join);
  choose_backend(resolved, place.size);
  if (place.size > 1) {
    resolved.rank = place.rank;
    resolved.world_size = place.size;
  }
  recorded_devices(resolved);  // a wrong file is refused before the others are met
  if (place.size == 1) return TrainCommand(shown, resolved, std::nullopt, {}).run();
  return run_together(
      shown, resolved, place,
      [&](const GlobalOptions& shown_now, train::Processes processes, const SpeakAs& speak) {
        return TrainCommand(shown_now, resolved, std::move(processes), speak).run();
      });
}

}  // namespace tutti::app
