// SPDX-License-Identifier: Apache-2.0
// `tutti train`: fine-tunes a model on a SQuAD file.
#include <chrono>
#include <cmath>

#include "app/cli/arguments.h"
#include "app/cli/hub.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/question_answering.h"
#include "app/cli/signals.h"
#include "backend/registry.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/tfevents.h"
#include "train/checkpoint.h"

namespace tutti::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

double unix_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// What a folder that already holds something means for this run: fresh, or the checkpoint to go on
/// from.
std::optional<train::FoundCheckpoint> look_at_output(const TrainArguments& arguments) {
  const Path output = arguments.output_dir;
  if (arguments.output_dir.empty())
    user_error("--output_dir is missing: say where the model is to be written");
  const std::string& resume = arguments.resume_from_checkpoint;
  if (!resume.empty() && resume != "auto") {
    if (const auto problem = train::checkpoint_problem(resume))
      user_error("{}: cannot be resumed from: {}", resume, *problem);
    const std::string name = Path(resume).filename().string();
    for (const auto& found : train::list_checkpoints(Path(resume).parent_path()))
      if (found.folder.filename() == name) return found;
    return train::FoundCheckpoint{resume, 0};
  }
  if (resume == "auto") {
    const auto found = train::newest_checkpoint(output);
    if (!found) log_info("{}: no complete checkpoint, the training starts afresh", output.string());
    return found;
  }
  if (arguments.overwrite_output_dir || !fs::exists(output) || fs::is_empty(output))
    return std::nullopt;
  if (!train::list_checkpoints(output).empty())
    user_error(
        "{} holds checkpoints of an earlier run. To continue it add --resume_from_checkpoint auto; "
        "to start "
        "afresh and overwrite it add --overwrite_output_dir",
        output.string());
  user_error("{} is not empty. To write into it all the same add --overwrite_output_dir",
             output.string());
}

step::Schedule schedule_of(const TrainArguments& arguments, int64_t total_steps) {
  step::Schedule schedule;
  schedule.kind = step::schedule_kind(arguments.lr_scheduler_type);
  schedule.learning_rate = arguments.learning_rate;
  schedule.total_steps = total_steps;
  const auto total = static_cast<double>(total_steps);
  // As transformers: warmup_steps wins over warmup_ratio, and below 1 it is a ratio itself.
  if (arguments.warmup_steps >= 1)
    schedule.warmup_steps = static_cast<int64_t>(arguments.warmup_steps);
  else
    schedule.warmup_steps = static_cast<int64_t>(
        std::ceil(total * std::max(arguments.warmup_steps, arguments.warmup_ratio)));
  return schedule;
}

step::StepOptions step_options(const TrainArguments& arguments, int64_t total_steps) {
  step::StepOptions options;
  options.schedule = schedule_of(arguments, total_steps);
  options.beta1 = arguments.adam_beta1;
  options.beta2 = arguments.adam_beta2;
  options.epsilon = arguments.adam_epsilon;
  options.weight_decay = arguments.weight_decay;
  options.max_gradient_norm = arguments.max_grad_norm;
  options.bf16 = arguments.bf16 || wants_bf16(arguments.precision, arguments.backend);
  options.max_segment = arguments.max_seq_length;
  return options;
}

QaDataOptions data_options(const TrainArguments& arguments, bool for_training, int threads) {
  QaDataOptions options;
  const std::string& file = for_training ? arguments.train_file : arguments.validation_file;
  if (file.empty() && arguments.dataset_name.empty())
    user_error("--{} or --dataset_name is missing",
               for_training ? "train_file" : "validation_file");
  options.file = !file.empty() ? Path(file)
                               : resolve_dataset(arguments.dataset_name,
                                                 for_training ? Split::train : Split::validation,
                                                 arguments.cache_dir);
  options.features.max_length = static_cast<int32_t>(arguments.max_seq_length);
  options.features.stride = static_cast<int32_t>(arguments.doc_stride);
  options.features.purpose =
      for_training ? task::squad::Purpose::train : task::squad::Purpose::evaluate;
  options.max_samples = for_training ? arguments.max_train_samples : arguments.max_eval_samples;
  options.threads = arguments.preprocessing_num_workers.value_or(threads);
  options.overwrite_cache = arguments.overwrite_cache;
  return options;
}

task::squad::AnswerOptions answer_options(const TrainArguments& arguments) {
  return {arguments.version_2_with_negative, static_cast<int32_t>(arguments.n_best_size),
          static_cast<int32_t>(arguments.max_answer_length), arguments.null_score_diff_threshold};
}

/// One training or evaluation from arguments to files.
class TrainCommand {
 public:
  TrainCommand(const GlobalOptions& global, const TrainArguments& arguments)
      : global_(global),
        arguments_(arguments),
        resumed_(look_at_output(arguments)),
        model_(arguments.model_name_or_path, arguments.tokenizer_name, arguments.cache_dir),
        output_(make_output(arguments.output_dir)),
        lock_(output_),
        backend_(backend::make_backend(arguments.backend, {global.threads, 0})),
        layout_(layout_of(arguments.pack, arguments.max_seq_length)) {
    if (model_.config.max_position_embeddings < arguments.max_seq_length)
      user_error("--max_seq_length {} is more than the model's max_position_embeddings {}",
                 arguments.max_seq_length, model_.config.max_position_embeddings);
  }

  ExitCode run() {
    train::remove_leftovers(output_);
    if (arguments_.do_eval) {
      validation_ = read_data(model_, data_options(arguments_, false, global_.threads));
      version_2_ = arguments_.version_2_with_negative;
    }
    if (arguments_.do_train) {
      const ExitCode code = train();
      if (code != ExitCode::done) return code;
    } else {
      programs_.emplace(*backend_, model_.objective, step_options(arguments_, 1));
      state_.emplace(*backend_, model_.objective, read_or_make_weights(model_, seed()).tensors,
                     seed());
    }
    if (arguments_.do_eval) final_evaluation();
    write_file_atomically(output_ / "all_results.json", all_results_.dump(2) + "\n");
    if (global_.json) write_result_json(all_results_);
    return ExitCode::done;
  }

 private:
  static Path make_output(const Path& output) {
    std::error_code failure;
    fs::create_directories(output, failure);
    if (failure) io_error("{}: cannot be made: {}", output.string(), failure.message());
    return output;
  }
  uint64_t seed() const { return static_cast<uint64_t>(arguments_.seed); }

  ExitCode train() {
    const QaData data = read_data(model_, data_options(arguments_, true, global_.threads));
    data::LoaderOptions loading{arguments_.per_device_train_batch_size,
                                arguments_.gradient_accumulation_steps, true, seed(), layout_};
    data::Loader loader(*data.features, loading);
    const int64_t total = arguments_.max_steps > 0 ? arguments_.max_steps
                                                   : loader.steps_of(arguments_.num_train_epochs);
    programs_.emplace(*backend_, model_.objective, step_options(arguments_, total));
    if (resumed_)
      state_.emplace(*backend_, model_.objective, resumed_->folder);
    else
      state_.emplace(*backend_, model_.objective, read_or_make_weights(model_, seed()).tensors,
                     seed());
    show_header(data, loader, total);
    write_run_file();
    events_.emplace(output_ / "runs", unix_time(), "tutti");

    Progress progress(global_, resumed_ ? resumed_->step : 0, total,
                      loading.batch * loading.accumulate);
    train::Trainer trainer(*programs_, *state_, loader, trainer_options(total), hooks(progress),
                           watch_signals());
    if (resumed_) trainer.resume(resumed_->folder);
    const auto begin = std::chrono::steady_clock::now();
    const int64_t first = trainer.step();
    const train::Outcome outcome = trainer.run();
    progress.finish();
    if (outcome == train::Outcome::stopped) {
      log_info(
          "stopped at step {} of {}, saved. The same command with --resume_from_checkpoint auto "
          "continues it",
          trainer.step(), total);
      return code_of_stop();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    finish_training(trainer, first, seconds.count(), data.features->size());
    return ExitCode::done;
  }

  train::TrainerOptions trainer_options(int64_t total) const {
    train::TrainerOptions options;
    options.total_steps = total;
    options.logging_steps = arguments_.logging_steps;
    options.save_steps = arguments_.save_steps;
    if (arguments_.eval_strategy == "steps")
      options.evaluate_steps = arguments_.eval_steps.value_or(arguments_.logging_steps);
    if (arguments_.eval_strategy == "epoch" && arguments_.do_train)
      options.evaluate_steps = std::max<int64_t>(1, steps_per_epoch_hint_);
    options.keep_checkpoints = arguments_.save_total_limit.value_or(0);
    options.output = output_;
    options.metric =
        arguments_.metric_for_best_model.empty() ? "f1" : arguments_.metric_for_best_model;
    options.keep_best = arguments_.load_best_model_at_end;
    options.patience = arguments_.early_stopping_patience.value_or(0);
    return options;
  }

  train::TrainerHooks hooks(Progress& progress) {
    train::TrainerHooks hooks;
    hooks.on_step = [&](int64_t step, double loss) { progress.step(step, loss); };
    hooks.on_log = [&](const train::LogEntry& entry) {
      progress.log(entry);
      const double now = unix_time();
      events_->scalar("train/loss", static_cast<float>(entry.loss), entry.step, now);
      events_->scalar("train/grad_norm", static_cast<float>(entry.gradient_norm), entry.step, now);
      events_->scalar("train/learning_rate", static_cast<float>(entry.learning_rate), entry.step,
                      now);
    };
    hooks.write_extra_files = [this](const Path& folder) { write_model_files(model_, folder); };
    if (validation_.features && arguments_.eval_strategy != "no")
      hooks.evaluate = [this](train::Programs&, train::TrainingState&) {
        const Json results = evaluate_now().results(version_2_);
        std::map<std::string, double> metrics;
        for (const auto& [key, value] : results.items())
          if (value.is_number()) metrics[key.substr(5)] = value.get<double>();
        return metrics;
      };
    return hooks;
  }

  QaEvaluation evaluate_now() {
    auto& buffers = state_->buffers();
    const std::span<const backend::Buffer> parameters(buffers.data(), state_->parameter_count());
    const Predictions predictions(*programs_, parameters, *validation_.features,
                                  arguments_.per_device_eval_batch_size, layout_);
    return evaluate(validation_, predictions, answer_options(arguments_));
  }

  void final_evaluation() {
    const QaEvaluation evaluation = evaluate_now();
    write_evaluation(evaluation, version_2_, output_);
    const Json results = evaluation.results(version_2_);
    for (const auto& [key, value] : results.items()) all_results_[key] = value;
    if (!global_.json)
      write_result(fmt::format("exact match {:.4f}  F1 {:.4f}  ({} questions)\n",
                               evaluation.score.all.exact, evaluation.score.all.f1,
                               evaluation.score.all.total));
  }

  void finish_training(train::Trainer& trainer, int64_t first, double seconds, int64_t features) {
    if (arguments_.load_best_model_at_end && trainer.best_step()) {
      const Path best = output_ / fmt::format("checkpoint-{}", *trainer.best_step());
      log_info("the best model is that of step {}", *trainer.best_step());
      state_.emplace(*backend_, model_.objective, best);
    }
    model::save_weights(output_ / "model.safetensors", model_.objective.parameters,
                        state_->parameters());
    write_model_files(model_, output_);
    const auto steps = static_cast<double>(trainer.step() - first);
    const double per_step = static_cast<double>(arguments_.per_device_train_batch_size *
                                                arguments_.gradient_accumulation_steps);
    const nlohmann::json report = trainer.report();
    const double total_loss = report["total_loss"].get<double>();
    const Json results = {
        {"epoch", report["epoch"]},
        {"train_loss", total_loss / static_cast<double>(std::max<int64_t>(1, trainer.step()))},
        {"train_runtime", seconds},
        {"train_samples", features},
        {"train_samples_per_second", seconds > 0 ? steps * per_step / seconds : 0.0},
        {"train_steps_per_second", seconds > 0 ? steps / seconds : 0.0},
        {"peak_bytes", programs_->memory().peak}};
    write_file_atomically(output_ / "train_results.json", results.dump(2) + "\n");
    write_file_atomically(output_ / "trainer_state.json", report.dump(2) + "\n");
    for (const auto& [key, value] : results.items()) all_results_[key] = value;
  }

  void write_run_file() const {
    TrainArguments copy = arguments_;
    Json run = {{"arguments", arguments_json(list_arguments(copy))}, {"tutti_version", kVersion}};
    Json devices = Json::array();
    for (const auto& device : backend_->devices()) devices.push_back(device.description);
    run["devices"] = devices;
    run["resolved_precision"] = programs_->options().bf16 ? "bf16" : "f32";
    run["threads_used"] = global_.threads;
    write_file_atomically(output_ / "run.json", run.dump(2) + "\n");
  }

  /// Compiles the first batch's program, so that memory is known before the first step.
  void compile_first_step(const task::squad::FeatureSet& features, data::Loader& loader) {
    const int64_t step = resumed_ ? resumed_->step : 0;
    const auto indices = loader.indices(step, 0);
    const task::BatchShape shape = train::shape_of(
        data::make_batch(features, indices, arguments_.per_device_train_batch_size, layout_));
    try {
      programs_->get(arguments_.gradient_accumulation_steps > 1 ? "gradients" : "step", shape);
    } catch (const UserError& error) {
      if (error.code() != ExitCode::out_of_memory) throw;
      const int64_t fits = largest_batch(*programs_, features, indices, layout_);
      const std::string mend =
          fits > 0 ? fmt::format(
                         "--per_device_train_batch_size {} fits; with "
                         "--gradient_accumulation_steps the step stays the same",
                         fits)
                   : "not even one feature fits: take a smaller model or --max_seq_length";
      throw UserError(ExitCode::out_of_memory, fmt::format("{}. {}", error.what(), mend));
    }
  }

  void show_header(const QaData& data, data::Loader& loader, int64_t total) {
    steps_per_epoch_hint_ = loader.steps_per_epoch();
    const auto device = backend_->devices()[0];
    int64_t parameters = 0;
    for (const auto& parameter : model_.objective.parameters)
      parameters += ir::element_count(parameter.shape);
    const step::StepOptions& options = programs_->options();
    const train::Programs& programs = *programs_;
    compile_first_step(*data.features, loader);
    std::vector<std::pair<std::string, std::string>> rows = {
        {"model", fmt::format("{} ({} layers, {} wide, {:.1f} M parameters)",
                              model_.folder.string(), model_.config.num_hidden_layers,
                              model_.config.hidden_size, static_cast<double>(parameters) / 1e6)},
        {"data",
         fmt::format("{} questions, {} features of at most {} tokens", data.corpus.questions.size(),
                     data.features->size(), arguments_.max_seq_length)},
        {"batch",
         fmt::format("{} features x {} accumulated, {}", arguments_.per_device_train_batch_size,
                     arguments_.gradient_accumulation_steps,
                     layout_.kind == data::Layout::Kind::padded ? "padded" : "packed, no padding")},
        {"steps", fmt::format("{} ({} an epoch){}", total, loader.steps_per_epoch(),
                              resumed_ ? fmt::format(", resumed at {} from {}", resumed_->step,
                                                     resumed_->folder.string())
                                       : "")},
        {"optimizer",
         fmt::format(
             "AdamW, learning rate {} {} with {} warm-up steps, weight decay {}, clipping at {}",
             arguments_.learning_rate, step::name_of(options.schedule.kind),
             options.schedule.warmup_steps, options.weight_decay, options.max_gradient_norm)},
        {"device", fmt::format("{}: {}", device.backend, device.description)},
        {"precision", options.bf16 ? "bf16 compute, float32 parameters and sums" : "float32"},
        {"memory", fmt::format("{} planned for a step",
                               human_bytes(static_cast<size_t>(programs.memory().peak)))},
        {"output", output_.string()}};
    if (!programs.decomposed().empty()) {
      std::string names;
      for (const auto& [name, count] : programs.decomposed())
        names += fmt::format("{}{} x {}", names.empty() ? "" : ", ", count, name);
      rows.emplace_back("decomposed", names);
    }
    show_panel(global_, fmt::format("tutti {} train", kVersion), rows);
  }

  const GlobalOptions& global_;
  const TrainArguments& arguments_;
  std::optional<train::FoundCheckpoint> resumed_;
  QaModel model_;  // before the folder is made: a wrong model leaves nothing behind
  Path output_;
  FolderLock lock_;
  std::unique_ptr<backend::Backend> backend_;
  data::Layout layout_;
  std::optional<train::Programs> programs_;
  std::optional<train::TrainingState> state_;
  std::optional<format::EventWriter> events_;
  QaData validation_;
  bool version_2_ = false;
  int64_t steps_per_epoch_hint_ = 1;
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
  return TrainCommand(global, arguments).run();
}

}  // namespace tutti::app
