// SPDX-License-Identifier: Apache-2.0
// The steps of a training, and what is done between and after them.
#include <chrono>

#include "app/addresses.h"
#include "app/evaluation_files.h"
#include "app/step_work.h"
#include "app/train_command.h"
#include "app/train_together.h"
#include "app/training_results.h"
#include "base/log.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

ExitCode TrainCommand::run_steps(data::Loader& loader, train::TrainerOptions options,
                                 const task::Dataset& data, BatchWatch* watch) {
  // Only now, when all else is known to be in order.
  if (is_first() && arguments_.overwrite_output_dir && arguments_.resume_from_checkpoint.empty())
    train::remove_checkpoints(output_);
  const int64_t total = options.total_steps;
  options.processes = processes_ ? &*processes_ : nullptr;
  const int64_t first = resumed_ ? resumed_->step : 0;
  const auto amount = [&](int64_t from, int64_t to) {
    if (model_.kind().counts_tokens()) return loader.tokens_between(from, to);
    return loader.features_before(to) - loader.features_before(from);
  };
  Progress progress(global_, first, total, model_.kind().counts_tokens() ? "tokens" : "features",
                    amount);
  const auto begin = std::chrono::steady_clock::now();
  train::Trainer* running = nullptr;
  train::TrainerHooks hooks = hooks_of(progress);
  if (watch)
    hooks.fit_batches = [watch](int64_t step, const std::string& lack) {
      return watch->fit(step, lack);
    };
  hooks.on_regroup = [&](const comm::Regrouping& regrouping, int64_t step, bool becomes_first) {
    speak_as_(processes_->rank());
    if (is_first()) show_regrouping(regrouping, step);
    if (becomes_first) become_first(step, running->report()["log_history"], loader);
    if (metrics_) metrics_->regrouped(regrouping, step);
  };
  hooks.on_finish = [&] {
    progress.finish();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const int64_t step = running->step();
    const int64_t features = loader.features_before(step) - loader.features_before(first);
    expect_trained(*running);
    const double flops =
        step > first ? mean_step_flops(train::training_flops(*objective_), loader, first, step) : 0;
    finish_training(*running, {first, seconds.count(), features, data.features().size(), flops});
    show_profile(running->step() - first);
    log_output(fmt::format("the trained model is in {}", escaped(output_.string(), 1000)));
  };
  train::Trainer trainer(*programs_, *state_, loader, std::move(options), std::move(hooks), stop_);
  running = &trainer;
  if (resumed_) trainer.resume(resumed_->folder);
  if (is_first())
    metrics_.emplace(arguments_, resumed_ ? first : -1, trainer.report()["log_history"], &loader,
                     resumed_ ? resumed_->folder : Path());
  const train::Outcome outcome = trainer.run();
  progress.finish();
  if (outcome == train::Outcome::stopped) {
    log_info(
        "stopped at step {} of {}, saved. The same command with --resume_from_checkpoint auto "
        "continues it",
        trainer.step(), total);
    return code_of_stop();
  }
  if (is_first() && model_.adapter())
    log_info(
        "try the adapter with: tutti {}",
        model_.kind().name() == "text-generation"
            ? fmt::format("generate {} --prompt \"...\"", escaped(output_.string(), 1000))
            : fmt::format("evaluate {} --validation_file FILE", escaped(output_.string(), 1000)));
  return ExitCode::done;
}

void TrainCommand::become_first(int64_t step, const nlohmann::json& history, data::Loader& loader) {
  try {
    open_output();
  } catch (const UserError& error) {
    if (error.code() != ExitCode::usage) throw;
    // The process that wrote before may still be there, without being able to go on.
    log_warning("{}; this process writes into it all the same, as that one is out of the job",
                error.what());
  }
  metrics_.emplace(arguments_, step, history, &loader);
}

train::TrainerHooks TrainCommand::hooks_of(Progress& progress) {
  train::TrainerHooks hooks;
  hooks.on_step = [&](int64_t step) { progress.step(step); };
  hooks.on_loss = [&](int64_t, double loss) { progress.loss(loss); };
  hooks.on_log = [&](const train::LogEntry& entry) {
    progress.log(entry);
    if (metrics_) metrics_->log(entry);
  };
  hooks.write_extra_files = [this](const Path& folder) {
    model_.write_files(folder);
    if (metrics_) metrics_->save(folder);
  };
  if (arguments_.do_eval && arguments_.eval_strategy != "no")
    hooks.evaluate = [this](int64_t step) {
      const auto evaluation = evaluate_now(processes_ ? &*processes_ : nullptr);
      if (!evaluation) return std::map<std::string, double>();
      log_info("evaluated step {}: {}", step, metrics_text(evaluation->scores.metrics));
      return log_evaluation(*evaluation, step, false);
    };
  return hooks;
}

void TrainCommand::finish_training(train::Trainer& trainer, const TrainedSteps& trained) {
  if (arguments_.load_best_model_at_end && trainer.best_step()) {
    const Path best = output_ / fmt::format("checkpoint-{}", *trainer.best_step());
    log_info("the best model is that of step {}", *trainer.best_step());
    if (!std::filesystem::exists(best))
      io_error("the best model is that of step {}, whose checkpoint could not be written",
               *trainer.best_step());
    read_state(best);
  }
  state_->save_model(output_);
  model_.write_files(output_);
  trained_steps_ = trainer.step();
  Json results = training_results(trainer, trained, state_->layout(), memory_);
  const Path path = output_ / "train_results.json";
  // A finished run that is resumed keeps what it measured.
  if (trainer.step() == trained.first && std::filesystem::exists(path))
    results = format::read_json(path);
  write_file_atomically(path, results.dump(2) + "\n");
  write_file_atomically(output_ / "trainer_state.json", trainer.report().dump(2) + "\n");
  for (const auto& [key, value] : results.items()) all_results_[key] = value;
}

}  // namespace tutti::app
