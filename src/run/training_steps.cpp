// SPDX-License-Identifier: Apache-2.0
// The steps of a training, and the work between and after them.
#include <chrono>

#include "base/log.h"
#include "base/text.h"
#include "format/json.h"
#include "run/backends.h"
#include "run/job_shares.h"
#include "run/other_processes.h"
#include "run/step_options.h"
#include "run/step_work.h"
#include "run/training_run.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

train::Outcome TrainingRun::run_steps(train::TrainerOptions options, BatchWatch* watch) {
  // Only now, after all other checks.
  if (is_first() && settings().overwrite_output_dir && settings().resume_from_checkpoint.empty())
    train::remove_checkpoints(output_);
  const int64_t total = options.total_steps, first = first_step();
  options.processes = processes_ ? &*processes_ : nullptr;
  data::Loader& loader = run_.loader();
  const bool tokens = model().kind().counts_tokens();
  tell(hooks_.on_steps, StepsOutline{first, total, tokens ? "tokens" : "features",
                                     [&, tokens](int64_t from, int64_t to) {
                                       if (tokens) return loader.tokens_between(from, to);
                                       return loader.features_before(to) -
                                              loader.features_before(from);
                                     }});
  AtEnd steps_end(hooks_.on_steps_end);
  const auto begin = std::chrono::steady_clock::now();
  train::Trainer* running = nullptr;
  train::TrainerHooks hooks = trainer_hooks();
  if (watch)
    hooks.fit_batches = [watch](int64_t step, const std::string& lack) {
      return watch->fit(step, lack);
    };
  hooks.on_regroup = [&](const comm::Regrouping& regrouping, int64_t step, bool becomes_first) {
    tell(hooks_.on_rank, processes_->rank(), true);
    if (is_first()) show_regrouping(regrouping, step);
    if (becomes_first) become_first(step, running->report()["log_history"]);
    if (metrics_) metrics_->regrouped(regrouping, step);
  };
  hooks.on_finish = [&] {
    steps_end.now();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const int64_t step = running->step();
    const int64_t features = loader.features_before(step) - loader.features_before(first);
    expect_trained(*running);
    const double flops =
        step > first ? mean_step_flops(train::training_flops(run_.objective()), loader, first, step)
                     : 0;
    finish_steps(*running,
                 {first, seconds.count(), features, run_.data().features().size(), flops});
    show_profile(running->step() - first);
    tell(hooks_.on_output,
         fmt::format("the trained {} is in {}", model().adapter() ? "adapter" : "model",
                     escaped(output_.string(), 1000)));
  };
  train::Trainer trainer(run_.programs(), *state_, loader, std::move(options), std::move(hooks),
                         stop_);
  running = &trainer;
  if (start_.resumed) trainer.resume(start_.resumed->folder);
  if (is_first())
    metrics_.emplace(settings(), run_.context(), start_.resumed ? first : -1,
                     trainer.report()["log_history"], &loader,
                     start_.resumed ? start_.resumed->folder : Path());
  const train::Outcome outcome = trainer.run();
  steps_end.now();
  if (outcome == train::Outcome::stopped) {
    log_info(
        "stopped at step {} of {}, saved. The same command with --resume_from_checkpoint auto "
        "continues it",
        trainer.step(), total);
    return outcome;
  }
  return outcome;
}

void TrainingRun::become_first(int64_t step, const nlohmann::json& history) {
  try {
    open_output();
  } catch (const UserError& error) {
    if (error.code() != ExitCode::usage) throw;
    // The previous writing process may still exist, unable to continue.
    log_warning("{}; this process writes into it anyway, because that one has left the job",
                error.what());
  }
  metrics_.emplace(settings(), run_.context(), step, history, &run_.loader());
}

train::TrainerHooks TrainingRun::trainer_hooks() {
  train::TrainerHooks hooks;
  hooks.on_step = [this](int64_t step) { tell(hooks_.on_step, step); };
  hooks.on_loss = [this](int64_t, double loss) { tell(hooks_.on_loss, loss); };
  hooks.on_log = [this](const train::LogEntry& entry) {
    tell(hooks_.on_log, entry);
    if (metrics_) metrics_->log(entry);
  };
  hooks.write_extra_files = [this](const Path& folder) {
    model().write_files(folder);
    if (metrics_) metrics_->save(folder);
  };
  if (settings().do_eval && settings().eval_strategy != "no")
    hooks.evaluate = [this](int64_t step) {
      const auto evaluation = evaluate_now(processes_ ? &*processes_ : nullptr);
      if (!evaluation) return std::map<std::string, double>();
      log_info("evaluated step {}: {}", step, metrics_text(evaluation->scores.metrics));
      return log_evaluation(*evaluation, step, false);
    };
  return hooks;
}

void TrainingRun::finish_steps(train::Trainer& trainer, const TrainedSteps& trained) {
  if (settings().load_best_model_at_end && trainer.best_step()) {
    const Path best = output_ / fmt::format("checkpoint-{}", *trainer.best_step());
    log_info("the best model is that of step {}", *trainer.best_step());
    if (!std::filesystem::exists(best))
      io_error("the best model is that of step {}, whose checkpoint could not be written",
               *trainer.best_step());
    read_state(best);
  }
  save(output_);
  trained_steps_ = trainer.step();
  Json results = training_results(trainer, trained, state_->layout(), memory_);
  const Path path = output_ / "train_results.json";
  // A finished run that is resumed keeps its measurements.
  if (trainer.step() == trained.first && std::filesystem::exists(path))
    results = format::read_json(path);
  write_file_atomically(path, results.dump(2) + "\n");
  write_file_atomically(output_ / "trainer_state.json", trainer.report().dump(2) + "\n");
  for (const auto& [key, value] : results.items()) all_results_[key] = value;
}

void TrainingRun::show_profile(int64_t steps) {
  if (settings().profile.empty()) return;
  const auto measured = open_backend(settings().backend, run_.context());
  const int64_t features = settings().per_device_train_batch_size * micro_batches_of(settings());
  const MachineLimits limits =
      machine_limits(*measured, model().objective(), features * *settings().max_seq_length / 2,
                     step_options(settings(), run_.backend(), 1), run_.context().threads);
  tell(hooks_.on_profile, write_profile(profile_, settings().profile, steps, limits));
  const Json summary = profile_json(profile_.kinds(), std::max<int64_t>(1, steps), limits);
  write_file_atomically(output_ / "profile.json", summary.dump(2) + "\n");
}

}  // namespace tutti::run
