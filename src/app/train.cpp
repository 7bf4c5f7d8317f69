// SPDX-License-Identifier: Apache-2.0
// `tutti train`: fine-tunes a model for a task.
#include <chrono>
#include <limits>

#include "app/backend_choice.h"
#include "app/batch_search.h"
#include "app/common_values.h"
#include "app/environment.h"
#include "app/evaluation_files.h"
#include "app/job_place.h"
#include "app/job_shares.h"
#include "app/loaded_model.h"
#include "app/mixed_devices.h"
#include "app/model_weights.h"
#include "app/output.h"
#include "app/pass_control.h"
#include "app/plugins.h"
#include "app/product_rate.h"
#include "app/profile_report.h"
#include "app/progress.h"
#include "app/run_metrics.h"
#include "app/signals.h"
#include "app/step_work.h"
#include "app/train_data.h"
#include "app/train_panel.h"
#include "app/train_precision.h"
#include "app/train_settings.h"
#include "app/train_start.h"
#include "app/train_together.h"
#include "app/trainer_options.h"
#include "base/log.h"
#include "base/memory_limit.h"
#include "base/text.h"
#include "format/json.h"
#include "model/tensor_file.h"
#include "train/predictions.h"
#include "train/process_memory.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using task::Split;

constexpr int64_t kLastStep = std::numeric_limits<int64_t>::max();

/// One training or evaluation from arguments to files.
class TrainCommand {
 public:
  /// `processes` reaches the others, where there are any. `speak_as` changes `global` and the log
  /// to those of another rank.
  TrainCommand(const GlobalOptions& global, const TrainArguments& arguments,
               std::optional<train::Processes> processes,
               std::function<void(int64_t rank)> speak_as)
      : global_(global),
        arguments_(arguments),
        speak_as_(std::move(speak_as)),
        processes_(std::move(processes)),
        output_(arguments.output_dir),
        model_(
            arguments, arguments.tasks, task::Use::train,
            [&](const task::TaskKind& kind) {
              return arguments.do_train ? files_of(arguments, Split::train, kind)
                                        : std::vector<Path>();
            },
            &arguments.lora) {
    if (processes_ && shares_follow_speeds(arguments)) processes_->follow_speeds();
    if (is_first()) expect_server(arguments);
    find_place();
    passes_ = pass_control(arguments);
    arguments_.max_seq_length = model_.length_of(arguments.max_seq_length);
    expect_metric();
    expect_profile_folder(arguments.profile);
    backend_ = open_state_backend(arguments, global.threads, &profile_);
    if (computes_elsewhere(arguments)) device_.emplace(arguments, global.threads, &profile_);
  }

  ExitCode run() {
    read_validation();
    if (arguments_.do_train) {
      const ExitCode code = train();
      if (code != ExitCode::done) return code;
      if (!is_first()) {
        if (arguments_.do_eval) evaluate_together();
        return stop_ > 0 ? code_of_stop() : code;
      }
    } else {
      const model::Weights weights = read_or_make_weights(model_, first_values());
      objective_.emplace(objective_of(weights));
      programs_.emplace(*backend_, *objective_, step_options(arguments_, *backend_, 1), passes_);
      const int64_t copies = arguments_.do_eval ? programs_->forward_parameter_bytes() : 0;
      train::expect_memory(*backend_, train::state_bytes(programs_->layout()) + copies,
                           "the model's state");
      open_output();
      metrics_.emplace(arguments_, kLastStep, Json::array(), nullptr);
      state_.emplace(*backend_, *objective_, weights, seed(), form());
    }
    std::optional<Evaluated> evaluation;
    if (arguments_.do_eval) {
      const Path& evaluated = arguments_.do_train ? output_ : model_.path();
      log_info("evaluating {}: {}", escaped(evaluated.string(), 1000), validation_->description());
      evaluation = evaluate_together();
      if (!evaluation) {
        log_info("stopped in the evaluation{}",
                 arguments_.do_train ? fmt::format("; the trained model is in {0}: `tutti evaluate "
                                                   "--model_name_or_path {0}` scores it",
                                                   escaped(output_.string()))
                                     : "");
        return code_of_stop();
      }
      write_evaluation(evaluation->scores, evaluation->results, output_);
      if (!arguments_.do_train) show_profile(1);
      log_evaluation(*evaluation, trained_steps_, /*final=*/true);
      for (const auto& [key, value] : evaluation->results.items()) all_results_[key] = value;
    }
    write_file_atomically(output_ / "all_results.json", all_results_.dump(2) + "\n");
    // Last: nobody may be there to read it.
    if (global_.json)
      write_result_json(all_results_);
    else if (evaluation)
      write_result(evaluation->scores.text);
    metrics_->finish();
    return ExitCode::done;
  }

 private:
  /// Refuses a wrong name before anything is read.
  void expect_metric() const {
    const std::string name = metric_of(arguments_, model_.kind()).name;
    if (!model_.task().measures(name))
      user_error("--metric_for_best_model {}: evaluations of this model give none; leave it out",
                 name);
  }

  bool is_first() const { return !processes_ || processes_->is_first(); }
  bool is_newcomer() const { return processes_ && processes_->is_newcomer(); }

  void read_validation() {
    if (arguments_.do_eval)
      validation_ = model_.task().read(
          reading_of(arguments_, Split::validation, model_.kind(), global_.threads));
  }

  /// What the output folder holds already, which only the first process writes.
  void find_place() {
    if (is_first()) {
      // A run that is under way is named before what it has written so far.
      if (std::filesystem::exists(output_ / FolderLock::kName)) lock_.emplace(output_);
      resumed_ = find_start(arguments_);
    }
    if (!processes_ || is_newcomer()) return;
    nlohmann::json start;
    if (resumed_) start = {{"folder", resumed_->folder.string()}, {"step", resumed_->step}};
    start = processes_->from_first(start, "the start");
    if (!start.is_null())
      resumed_ = {Path(start["folder"].get<std::string>()), start["step"].get<int64_t>()};
  }

  /// Only the first process needs to see the checkpoint that a run goes on from.
  bool reads_checkpoint() const { return resumed_ && is_first(); }

  /// The state before the first step; `weights` are missing where a checkpoint is read.
  void make_state(const std::optional<model::Weights>& weights) {
    if (reads_checkpoint())
      read_state(resumed_->folder);
    else
      state_.emplace(*backend_, *objective_, *weights, seed(), form());
    if (processes_ && resumed_) processes_->share_state(*state_);
    train::release_free_memory();  // of compiling and of a tensor's copy
  }

  /// Makes the output folder and takes it, once all that can be wrong with the input was looked at.
  void open_output() {
    std::error_code failure;
    std::filesystem::create_directories(output_, failure);
    if (failure) io_error("{}: cannot be made: {}", escaped(output_.string()), failure.message());
    if (!lock_) lock_.emplace(output_);
    train::remove_leftovers(output_);
  }

  uint64_t seed() const { return static_cast<uint64_t>(arguments_.seed); }
  FirstValues first_values() const { return {seed(), arguments_.allow_missing_tensors}; }

  ExitCode train() {
    const auto data =
        model_.task().read(reading_of(arguments_, Split::train, model_.kind(), global_.threads));
    std::optional<data::Loader> loader;
    loader.emplace(data->features(), loader_options(arguments_, model_.kind(), *backend_));
    const int64_t total = arguments_.max_steps > 0 ? arguments_.max_steps
                                                   : loader->steps_of(arguments_.num_train_epochs);
    if (resumed_ && model_.adapter()) expect_same_adapter(*model_.adapter(), resumed_->folder);
    std::optional<model::Weights> weights;
    if (!reads_checkpoint() || model_.adapter())
      weights.emplace(read_or_make_weights(model_, first_values()));
    objective_.emplace(weights ? objective_of(*weights) : model_.objective());
    if (arguments_.pad_to_multiple_of == "auto")
      arguments_.pad_to_multiple_of =
          std::to_string(measured_padding(*backend_, *objective_, *arguments_.max_seq_length,
                                          step_options(arguments_, *backend_, 1)));
    programs_.emplace(*backend_, *objective_, step_options(arguments_, *backend_, total), passes_);
    if (device_) device_->make_programs(*objective_, programs_->options(), passes_);
    train::release_free_memory();
    const int64_t loaded = train::resident_memory();
    std::string batch_reason;
    if (arguments_.auto_find_batch_size) {
      const FoundBatch found = found_batch(*data, *loader, total, loaded);
      arguments_.per_device_train_batch_size = found.batch;
      arguments_.gradient_accumulation_steps = found.accumulate;
      batch_reason = found.reason;
      loader.emplace(data->features(), loader_options(arguments_, model_.kind(), *backend_));
    }
    PlannedRun planned{arguments_,  model_, *data,    validation_.get(), *loader,
                       computing(), total,  resumed_, batch_reason};
    memory_ = plan_run_memory(planned, loaded);
    if (stop_ > 0 && !processes_) {  // several agree on it in their first step
      log_info("stopped before the first step");
      return code_of_stop();
    }
    train::TrainerOptions options =
        trainer_options(arguments_, *loader, *programs_, model_.kind(), data->key());
    options.save_behind = memory_.copy > 0;
    const bool meets = processes_ && !is_newcomer();
    if (processes_) {
      const auto terms = common_values(options, *loader, *programs_, arguments_, validation_.get());
      processes_->set_terms(terms);
      if (meets) processes_->expect_same(terms);
      mix(*processes_, arguments_, *programs_, device_ ? &*device_ : nullptr);
      planned.devices = processes_->devices();
    }
    if (is_first()) open_output();
    if (meets && options.save_sharded) processes_->expect_shared_folder(output_);
    make_state(weights);
    if (meets) processes_->expect_same({{"the first state", state_->hash()}});
    if (is_first()) {
      show_run(global_, planned, memory_);
      write_run_file(global_, planned);
    }
    std::optional<BatchWatch> watch;
    if (arguments_.auto_find_batch_size)
      watch.emplace(
          planned, memory_, [this](int64_t limit) { return trial_backend(limit); },
          [] { return spare_memory(); });
    return run_steps(*loader, options, *data, watch ? &*watch : nullptr);
  }

  /// The programs that compute gradients and evaluations.
  train::Programs& computing() { return device_ ? device_->programs() : *programs_; }

  /// A backend of their own for programs that are tried, with `limit` bytes, so that nothing is
  /// left of those that are too large; null where the run's backend has memory of its own.
  std::unique_ptr<backend::Backend> trial_backend(int64_t limit) const {
    if (!backend_->capabilities().is_own_processor) return nullptr;
    return open_backend(arguments_.backend, global_.threads, nullptr, arguments_.devices, limit);
  }

  FoundBatch found_batch(const task::Dataset& data, data::Loader& loader, int64_t total,
                         int64_t loaded) {
    const auto own = trial_backend(0);
    train::Programs programs(own ? *own : *backend_, *objective_, programs_->options(),
                             {passes_.skip});
    return find_batch(
        {arguments_, model_, data, validation_.get(), loader, programs, total, resumed_}, loaded);
  }

  task::Objective objective_of(const model::Weights& weights) const {
    return kept_objective(model_, weights, step_options(arguments_, *backend_, 1).precision);
  }

  train::StateForm form() const {
    return train::form_of(programs_->options(), host_place(arguments_, global_.threads));
  }

  /// Of a checkpoint.
  void read_state(const Path& folder) {
    if (!model_.adapter())
      state_.emplace(*backend_, *objective_, folder, form());
    else
      state_.emplace(*backend_, *objective_,
                     read_or_make_weights(model_, first_values(), folder / model::kAdapterFile),
                     folder, form());
  }

  /// `watch` is there where micro-batches may become smaller.
  ExitCode run_steps(data::Loader& loader, train::TrainerOptions options, const task::Dataset& data,
                     BatchWatch* watch) {
    // Only now, when all else is known to be in order.
    if (is_first() && arguments_.overwrite_output_dir && arguments_.resume_from_checkpoint.empty())
      train::remove_checkpoints(output_);
    const int64_t total = options.total_steps;
    options.processes = processes_ ? &*processes_ : nullptr;
    const int64_t first = resumed_ ? resumed_->step : 0;
    Progress progress(global_, first, total,
                      [&](int64_t step) { return loader.features_before(step); });
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
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
      const int64_t step = running->step();
      const int64_t features = loader.features_before(step) - loader.features_before(first);
      expect_trained(*running);
      const double flops =
          step > first ? mean_step_flops(step_cost(*objective_), loader, first, step) : 0;
      finish_training(*running, {first, seconds.count(), features, data.features().size(), flops});
      show_profile(running->step() - first);
      log_info("the trained model is in {}", escaped(output_.string(), 1000));
    };
    train::Trainer trainer(*programs_, *state_, loader, std::move(options), std::move(hooks),
                           stop_);
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
    return ExitCode::done;
  }

  /// Goes on as the process that logs, evaluates and writes.
  void become_first(int64_t step, const nlohmann::json& history, data::Loader& loader) {
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

  int64_t features_per_step() const {
    return arguments_.per_device_train_batch_size * micro_batches_of(arguments_);
  }

  void show_profile(int64_t steps) const {
    if (arguments_.profile.empty()) return;
    const MachineLimits measured = limits();
    write_profile(profile_, arguments_.profile, steps, measured);
    const Json summary = profile_json(profile_.kinds(), std::max<int64_t>(1, steps), measured);
    write_file_atomically(output_ / "profile.json", summary.dump(2) + "\n");
  }

  MachineLimits limits() const {
    const auto measured = open_backend(arguments_.backend, global_.threads);
    const int64_t tokens = features_per_step() * *arguments_.max_seq_length / 2;
    return machine_limits(*measured, model_.objective(), tokens,
                          step_options(arguments_, *backend_, 1));
  }

  train::TrainerHooks hooks_of(Progress& progress) {
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
        return evaluation ? log_evaluation(*evaluation, step, false)
                          : std::map<std::string, double>();
      };
    return hooks;
  }

  struct Evaluated {
    task::Evaluation scores;
    Json results;  // as eval_results.json has them
  };

  /// Into the files of metrics; gives the metrics by name, without "eval_".
  std::map<std::string, double> log_evaluation(const Evaluated& evaluation, int64_t step,
                                               bool final) {
    std::map<std::string, double> metrics;
    for (const auto& [key, value] : evaluation.results.items())
      if (value.is_number()) metrics[key.substr(5)] = value.get<double>();
    metrics_->evaluated(step, metrics, final);
    return metrics;
  }

  /// The evaluation after the training, if any, by all processes. Where one fails in it, the first
  /// goes on alone with what is left to do.
  std::optional<Evaluated> evaluate_together() {
    if (!processes_) return evaluate_now(nullptr);
    try {
      // Only the first has read the best state.
      if (arguments_.load_best_model_at_end) processes_->share_state(*state_);
      return evaluate_now(&*processes_);
    } catch (const comm::PeerFailed& failure) {
      if (!is_first()) throw;
      log_warning("{}; rank 0 evaluates alone", failure.what());
      return evaluate_now(nullptr);
    }
  }

  /// By `processes` together, if there are others. Nothing where a signal asks to stop meanwhile,
  /// and in all processes but the first.
  std::optional<Evaluated> evaluate_now(train::Processes* processes) {
    WorkProgress progress(global_, "evaluated", "features");
    train::Programs& programs = computing();
    const auto parameters = device_ ? device_->copy().parameters(*state_, *backend_)
                                    : state_->layout().forward_arguments(state_->buffers());
    const train::Predictions predictions(
        programs, programs.forward_parameters(parameters), validation_->features(),
        arguments_.per_device_eval_batch_size,
        evaluation_layout(arguments_, model_.kind(), programs,
                          arguments_.per_device_eval_batch_size),
        {&stop_, [&](int64_t done, int64_t all) { progress.count(done, all); }}, processes);
    if (!predictions.complete() || !is_first()) return std::nullopt;
    Evaluated evaluation{validation_->evaluate(predictions.outputs()), {}};
    evaluation.results = evaluation_results(evaluation.scores, validation_->features().size(),
                                            predictions.seconds());
    return evaluation;
  }

  void finish_training(train::Trainer& trainer, const TrainedSteps& trained) {
    if (arguments_.load_best_model_at_end && trainer.best_step()) {
      const Path best = output_ / fmt::format("checkpoint-{}", *trainer.best_step());
      log_info("the best model is that of step {}", *trainer.best_step());
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

  const GlobalOptions& global_;
  TrainArguments arguments_;
  const std::function<void(int64_t rank)> speak_as_;
  std::optional<train::Processes> processes_;  // where there are others
  train::StopFlag& stop_ = watch_signals();
  Path output_;
  OpenedModel model_;
  std::optional<FolderLock> lock_;
  std::optional<train::FoundCheckpoint> resumed_;
  backend::Profile profile_;
  std::unique_ptr<backend::Backend> backend_;
  std::optional<GradientDevice> device_;  // where another backend than the state's computes
  train::PassControl passes_;
  std::optional<task::Objective> objective_;  // the model's, as the programs keep it
  std::optional<train::Programs> programs_;
  std::optional<train::TrainingState> state_;
  std::optional<RunMetrics> metrics_;
  train::MemoryPlan memory_;
  std::unique_ptr<task::Dataset> validation_;  // null: nothing is evaluated
  int64_t trained_steps_ = 0;
  Json all_results_ = Json::object();
};

}  // namespace

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
