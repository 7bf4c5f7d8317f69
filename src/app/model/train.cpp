// SPDX-License-Identifier: Apache-2.0
// `tutti train`: fine-tunes a model for a task.
#include "app/model/train.h"

#include <optional>

#include "app/estimate/backend_choice.h"
#include "app/launch/launch_children.h"
#include "app/process/addresses.h"
#include "app/process/context.h"
#include "app/process/environment.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "app/process/progress.h"
#include "app/process/signals.h"
#include "app/process/terminal.h"
#include "app/process/work_progress.h"
#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "data/chat_template/model_template.h"
#include "run/job_place.h"
#include "run/step_options.h"
#include "run/train_settings.h"
#include "run/training.h"

namespace tutti::app {

namespace {

/// Checks that the command line says what to do, or names everything that it lacks.
void expect_work(const run::TrainSettings& a) {
  if (a.do_train || a.do_eval) return;
  const bool has_data =
      !a.train_file.empty() || !a.validation_file.empty() || !a.dataset_name.empty();
  if (a.model_name_or_path.empty() && !has_data)
    user_error(
        "nothing to train; the shortest command is `tutti train MODEL --train_file FILE --do_train "
        "--output_dir FOLDER`, and `tutti help train` lists all flags");
  std::vector<std::string> missing;
  if (a.model_name_or_path.empty()) missing.emplace_back("a model's folder or name");
  if (!has_data) missing.emplace_back("--train_file FILE or --dataset_name NAME");
  missing.emplace_back("--do_train, --do_eval or both");
  if (a.output_dir.empty()) missing.emplace_back("--output_dir FOLDER");
  user_error("nothing to do: give {}", fmt::join(missing, "; "));
}

/// Shows a training to a person.
class ShownTraining {
 public:
  explicit ShownTraining(const GlobalOptions& global) : global_(global), shown_(global) {}

  run::TrainingHooks hooks() {
    run::TrainingHooks hooks;
    hooks.on_begin = [this](const run::Facts& facts) {
      for (const auto& [name, value] : facts)
        if (name == "task") task_ = value;
      show_panel(shown_, fmt::format("tutti {} train", kVersion), facts);
    };
    hooks.on_steps = [this](const run::StepsOutline& steps) {
      progress_.emplace(shown_, steps.first, steps.total, steps.unit, steps.amount);
    };
    hooks.on_step = [this](int64_t step) { progress_->step(step); };
    hooks.on_loss = [this](double loss) { progress_->loss(loss); };
    hooks.on_log = [this](const train::LogEntry& entry) { progress_->log(entry); };
    hooks.on_steps_end = [this] {
      if (progress_) progress_->finish();
      progress_.reset();
    };
    hooks.on_evaluated = [this](int64_t done, int64_t total, int64_t tokens) {
      if (!evaluation_) evaluation_.emplace(shown_, "evaluated", "features");
      evaluation_->count(done, total, tokens);
    };
    hooks.on_evaluation_end = [this] { evaluation_.reset(); };
    hooks.on_profile = [](const std::string& table) { write_message(table); };
    hooks.on_output = [](const std::string& message) { log_output(message); };
    hooks.on_rank = [this](int64_t rank, bool has_met) {
      speak_as(rank, global_, shown_);
      if (has_met) tell_launcher(rank == 0);
    };
    hooks.stop = &watch_signals();
    return hooks;
  }

  /// Says how to try what was trained.
  void show_end(const Path& output) const {
    if (!global_.json && !task_.empty()) log_output("try it: tutti " + line_to_try(output));
  }

 private:
  std::string line_to_try(const Path& output) const {
    const std::string model = shell_word(output.string());
    const task::TaskKinds kinds = task::all_tasks(task::Use::predict);
    if (const auto words = task::find_task(kinds, task_, {})->arguments_to_try(); !words.empty())
      return fmt::format("predict {} {}", model, words);
    if (task_ != "text-generation") return fmt::format("evaluate {} --validation_file FILE", model);
    return data::read_chat_template(output) ? fmt::format("chat {}", model)
                                            : fmt::format("generate {} --prompt \"...\"", model);
  }

  const GlobalOptions& global_;
  GlobalOptions shown_;
  std::string task_;
  std::optional<Progress> progress_;
  std::optional<WorkProgress> evaluation_;
};

/// Trains and evaluates, as the settings say.
ExitCode train(const GlobalOptions& global, run::Training& training, const ShownTraining& shown) {
  const run::TrainSettings& settings = training.settings();
  const bool is_stopped = settings.do_train && training.train() == train::Outcome::stopped;
  std::optional<run::Evaluated> evaluation;
  if (!is_stopped && settings.do_eval) evaluation = training.evaluate();
  training.finish();
  if (is_stopped) return code_of_stop();
  if (!training.is_first()) return watch_signals() > 0 ? code_of_stop() : ExitCode::done;
  if (settings.do_eval && !evaluation) return code_of_stop();
  // Last: nobody may be there to read it.
  if (global.json)
    write_result_json(training.results());
  else if (evaluation)
    write_text(evaluation->scores.text);
  if (settings.do_train) shown.show_end(settings.output_dir);
  return ExitCode::done;
}

}  // namespace

ExitCode run_train(const GlobalOptions& global, const run::TrainSettings& arguments) {
  expect_work(arguments);
  run::TrainSettings settings = arguments;
  if (settings.backend == "auto") {
    run::resolved_settings(settings);  // contradictions are refused before anything is tried
    choose_backend(settings, run::job_place(settings, environment_variable, settings.join).size);
  }
  GlobalOptions shown = global;
  if (settings.disable_tqdm) shown.terminal = false;
  ShownTraining watched(shown);
  run::Training training(settings, context_of(shown, settings.devices), watched.hooks());
  return train(shown, training, watched);
}

}  // namespace tutti::app
