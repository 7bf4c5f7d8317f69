// SPDX-License-Identifier: Apache-2.0
#include "run/training_run.h"

#include <limits>

#include "base/log.h"
#include "base/text.h"
#include "model/tensor_file.h"
#include "run/job_shares.h"
#include "run/step_options.h"
#include "run/train_precision.h"
#include "run/train_start.h"
#include "run/trainer_options.h"
#include "train/run_memory.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kLastStep = std::numeric_limits<int64_t>::max();

}  // namespace

TrainingRun::TrainingRun(const TrainSettings& settings, const Context& context,
                         const TrainingHooks& hooks, std::optional<train::Processes> processes)
    : hooks_(hooks),
      stop_(hooks.stop ? *hooks.stop : never_),
      processes_(std::move(processes)),
      run_(settings, context),
      output_(settings.output_dir) {
  if (processes_ && shares_follow_speeds(settings)) processes_->follow_speeds();
  if (is_first()) expect_server(settings, context);
  find_place();
  expect_profile_folder(settings.profile);
  run_.set_backend(open_state_backend(settings, context, &profile_));
  if (computes_elsewhere(settings)) device_.emplace(settings, context, &profile_);
  run_.read_validation();
  expect_metric();
}

void TrainingRun::expect_metric() const {
  const task::Dataset* validation = run_.validation();
  const std::string name = metric_of(settings(), model(), validation).name;
  if (!model().task().measures(name) || (validation && !validation->measures(name)))
    user_error(
        "--metric_for_best_model {}: evaluations of this model do not measure it on this data; "
        "leave it out",
        name);
}

void TrainingRun::find_place() {
  if (is_first()) {
    // Reports a run in progress before its files.
    if (std::filesystem::exists(output_ / FolderLock::kName)) lock_.emplace(output_);
    start_.resumed = find_start(settings(), run_.context());
  }
  std::optional<int64_t> recorded;
  if (start_.resumed && is_first())
    recorded = recorded_most_processes(start_.resumed->folder / train::kStateFile);
  if (processes_ && !is_newcomer()) {
    nlohmann::json start;
    if (start_.resumed)
      start = {{"folder", start_.resumed->folder.string()},
               {"step", start_.resumed->step},
               {"most", *recorded}};
    start = processes_->from_first(start, "the start");
    if (!start.is_null()) {
      start_.resumed = {Path(start["folder"].get<std::string>()), start["step"].get<int64_t>()};
      recorded = start["most"].get<int64_t>();
    }
  }
  const bool suffices = recorded == 0 || recorded >= world_of(settings()).ranks;
  if (recorded && suffices && !settings().max_processes) run_.settings().max_processes = recorded;
}

void TrainingRun::open_output() {
  std::error_code failure;
  std::filesystem::create_directories(output_, failure);
  if (failure) io_error("{}: cannot be made: {}", escaped(output_.string()), failure.message());
  if (!lock_) lock_.emplace(output_);
  train::remove_leftovers(output_);
}

void TrainingRun::load() {
  weights_.emplace(read_or_make_weights(model(), values_to_make()));
  run_.make_objective(&*weights_);
  run_.make_programs(1);
  const int64_t copies = settings().do_eval ? run_.programs().forward_parameter_bytes() : 0;
  train::expect_memory(run_.backend(), train::state_bytes(run_.programs().layout()) + copies,
                       "the model's state");
  open_output();
  metrics_.emplace(settings(), run_.context(), kLastStep, Json::array(), nullptr);
  make_state();
}

void TrainingRun::finish() {
  write_file_atomically(output_ / "all_results.json", all_results_.dump(2) + "\n");
  metrics_->finish();
}

void TrainingRun::save(const Path& folder) {
  make_output_folder(folder);
  state_->save_model(folder);
  model().write_files(folder);
}

train::StateForm TrainingRun::form() const {
  return train::form_of(run_.programs().options(), host_place(settings(), run_.context().threads));
}

void TrainingRun::make_state() {
  if (reads_checkpoint())
    read_state(start_.resumed->folder);
  else
    state_.emplace(run_.backend(), run_.objective(), *weights_, seed(), form());
  weights_.reset();
}

void TrainingRun::read_state(const Path& folder) {
  if (!model().adapter())
    state_.emplace(run_.backend(), run_.objective(), folder, form());
  else
    state_.emplace(run_.backend(), run_.objective(),
                   read_or_make_weights(model(), values_to_make(), folder / model::kAdapterFile),
                   folder, form());
}

}  // namespace tutti::run
