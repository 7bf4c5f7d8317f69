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

namespace {

/// Checks that the command line says what to do, or names all that it lacks for that.
void expect_work(const TrainArguments& a) {
  if (a.do_train || a.do_eval) return;
  std::vector<std::string> missing;
  if (a.model_name_or_path.empty()) missing.emplace_back("a model's folder or name");
  if (a.train_file.empty() && a.validation_file.empty() && a.dataset_name.empty())
    missing.emplace_back("--train_file FILE or --dataset_name NAME");
  missing.emplace_back("--do_train, --do_eval or both");
  if (a.output_dir.empty()) missing.emplace_back("--output_dir FOLDER");
  user_error("nothing to do: give {}", fmt::join(missing, "; "));
}

}  // namespace

ExitCode run_train(const GlobalOptions& global, const TrainArguments& arguments) {
  expect_work(arguments);
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
