// SPDX-License-Identifier: Apache-2.0
#include "app/train_command.h"

#include <limits>

#include "app/addresses.h"
#include "app/evaluation_files.h"
#include "app/job_shares.h"
#include "app/output.h"
#include "app/pass_control.h"
#include "app/train_data.h"
#include "app/train_settings.h"
#include "app/train_start.h"
#include "app/train_together.h"
#include "app/trainer_options.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using task::Split;

constexpr int64_t kLastStep = std::numeric_limits<int64_t>::max();

}  // namespace

TrainCommand::TrainCommand(const GlobalOptions& global, const TrainArguments& arguments,
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

ExitCode TrainCommand::run() {
  read_validation();
  if (arguments_.do_train) {
    const ExitCode code = train();
    if (code != ExitCode::done) return code;
    if (!is_first()) {
      if (arguments_.do_eval) evaluate_together();
      return stop_ > 0 ? code_of_stop() : code;
    }
  } else {
    const model::Weights weights = read_or_make_weights(model_, values_to_make());
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
      log_output("stopped in the evaluation" +
                 (arguments_.do_train
                      ? fmt::format("; the trained model is in {0}: `tutti evaluate "
                                    "--model_name_or_path {0}` scores it",
                                    escaped(output_.string()))
                      : ""));
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

void TrainCommand::expect_metric() const {
  const std::string name = metric_of(arguments_, model_.kind()).name;
  if (!model_.task().measures(name))
    user_error("--metric_for_best_model {}: evaluations of this model give none; leave it out",
               name);
}

void TrainCommand::read_validation() {
  if (arguments_.do_eval)
    validation_ =
        model_.read(reading_of(arguments_, Split::validation, model_.kind(), global_.threads));
}

void TrainCommand::find_place() {
  if (is_first()) {
    // A run that is under way is named before what it has written so far.
    if (std::filesystem::exists(output_ / FolderLock::kName)) lock_.emplace(output_);
    resumed_ = find_start(arguments_);
  }
  std::optional<int64_t> recorded;
  if (resumed_ && is_first())
    recorded = recorded_most_processes(resumed_->folder / train::kStateFile);
  if (processes_ && !is_newcomer()) {
    nlohmann::json start;
    if (resumed_)
      start = {
          {"folder", resumed_->folder.string()}, {"step", resumed_->step}, {"most", *recorded}};
    start = processes_->from_first(start, "the start");
    if (!start.is_null()) {
      resumed_ = {Path(start["folder"].get<std::string>()), start["step"].get<int64_t>()};
      recorded = start["most"].get<int64_t>();
    }
  }
  const bool suffices = recorded == 0 || recorded >= world_of(arguments_).ranks;
  if (recorded && suffices && !arguments_.max_processes) arguments_.max_processes = recorded;
}

void TrainCommand::open_output() {
  std::error_code failure;
  std::filesystem::create_directories(output_, failure);
  if (failure) io_error("{}: cannot be made: {}", escaped(output_.string()), failure.message());
  if (!lock_) lock_.emplace(output_);
  train::remove_leftovers(output_);
}

}  // namespace tutti::app
