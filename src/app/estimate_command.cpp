// SPDX-License-Identifier: Apache-2.0
#include "app/estimate_command.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/compile_target.h"
#include "app/job_shares.h"
#include "app/loaded_model.h"
#include "app/model_weights.h"
#include "app/output.h"
#include "app/pass_control.h"
#include "app/plugins.h"
#include "app/train_data.h"
#include "app/train_panel.h"
#include "app/train_precision.h"
#include "app/train_settings.h"
#include "base/log.h"
#include "format/gguf.h"
#include "format/sharded.h"
#include "train/process_memory.h"
#include "train/step_batches.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
using task::Split;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The objective that a training keeps. Of a model without files, its frozen weights are stored as
/// its config.json says.
task::Objective planned_objective(const OpenedModel& model, const model::Weights& weights,
                                  pass::Precision precision) {
  const bool has_files = format::is_gguf(model.path()) || !format::missing_weights(model.path());
  return has_files ? kept_objective(model, weights, precision) : kept_objective(model, precision);
}

}  // namespace

EstimateCommand::EstimateCommand(const GlobalOptions& global, const EstimateArguments& arguments,
                                 const TrainArguments& resolved)
    : global_(global),
      measured_steps_(arguments.target.empty() ? arguments.measured_steps : 0),
      arguments_(resolved),
      devices_(known_devices(arguments.device_list)),
      recorded_(read_recorded_runs(arguments.recorded_runs)),
      model_(
          resolved, resolved.tasks, task::Use::train,
          [&](const task::TaskKind& kind) { return files_of(resolved, Split::train, kind); },
          &resolved.lora) {
  arguments_.max_seq_length = model_.length_of(resolved.max_seq_length);
  if (!arguments.target.empty()) {
    const ChosenTarget chosen = find_target(arguments.target, resolved.devices, devices_);
    auto target = open_target(chosen, global.threads);
    target_ = target.get();
    target_device_ = chosen.device;
    backend_ = std::move(target);
    return;
  }
  const bool profiles = backend::capabilities_of(resolved.backend).profiles;
  backend_ = open_backend(resolved.backend, global.threads, profiles ? &profile_ : nullptr,
                          resolved.devices);
}

void EstimateCommand::count_steps() {
  const data::Loader loader(data_->features(),
                            loader_options(arguments_, model_.kind(), *backend_));
  steps_per_epoch_ = loader.steps_per_epoch();
  total_ = arguments_.max_steps > 0 ? arguments_.max_steps
                                    : loader.steps_of(arguments_.num_train_epochs);
  if (arguments_.devices <= static_cast<int64_t>(backend_->devices().size())) return;
  elsewhere_ = std::exchange(arguments_.devices, 1);
  if (arguments_.micro_batches) *arguments_.micro_batches /= elsewhere_;
}

train::Fit EstimateCommand::plan(const model::Weights& weights, Json& result) {
  const step::StepOptions options = step_options(arguments_, *backend_, total_);
  objective_.emplace(planned_objective(model_, weights, options.precision));
  programs_.emplace(*backend_, *objective_, options, pass_control(arguments_));
  train::release_free_memory();
  const int64_t loaded = target_ ? 0 : train::resident_memory();
  time_.preparing = seconds_since(begin_);
  const PlannedRun run{arguments_, model_,     *data_, validation_.get(),
                       *loader_,   *programs_, total_, std::nullopt};
  train::RunOutline outline = outline_of(run, loaded);
  outline.gradients_apart |= elsewhere_ > 1;  // they are exchanged
  outline.elsewhere = target_ != nullptr;
  result = {{"device", backend_->devices()[0].description},
            {"devices_together", together()},
            {"precision", precision()},
            {"steps", total_},
            {"steps_per_epoch", steps_per_epoch_}};
  train::Fit fit = train::run_fit(outline, arguments_.per_device_train_batch_size);
  if (target_) {
    add_target_memory(result, outline, fit);
    return fit;
  }
  train::release_free_memory();
  // Their temporaries are not yet in memory: what has grown is the programs themselves.
  programs_bytes_ = std::max<int64_t>(0, train::resident_memory() - loaded);
  add_memory(result, outline, fit);
  return fit;
}

ExitCode EstimateCommand::run() {
  if (arguments_.do_eval)
    validation_ =
        model_.read(reading_of(arguments_, Split::validation, model_.kind(), global_.threads));
  data_ = model_.read(reading_of(arguments_, Split::train, model_.kind(), global_.threads));
  count_steps();
  loader_.emplace(data_->features(), loader_options(arguments_, model_.kind(), *backend_));
  FirstValues first = first_values(arguments_, arguments_.seed);
  first.of_no_file = true;
  const model::Weights weights = read_or_make_weights(model_, first);
  Json result;
  const train::Fit fit = plan(weights, result);
  if (fit.plan) count_work();
  if (fit.plan && measured_steps_ > 0) {
    train::TrainingState state(
        *backend_, *objective_, weights, static_cast<uint64_t>(arguments_.seed),
        train::form_of(programs_->options(), host_place(arguments_, global_.threads)));
    measure(state);
    result["time"] = time_json();
  }
  if (fit.plan && target_) add_target_time(result);
  if (fit.plan && !target_) count_ops();
  add_files(result);
  if (!target_) add_devices(result, fit);
  if (fit.plan && !recorded_.empty()) add_recorded(result);
  if (global_.json)
    write_result_json(result);
  else
    write_result(estimate_text(result));
  if (fit.plan) return ExitCode::done;
  log_warning("the training does not fit into the memory of {}",
              target_ ? target_->target().name : "this device");
  return ExitCode::out_of_memory;
}

std::string EstimateCommand::precision() const {
  return std::string(pass::name_of(programs_->options().precision));
}

void EstimateCommand::compile(int64_t steps) {
  const auto begin = Clock::now();
  std::set<std::pair<int64_t, int64_t>> shapes;
  for (int64_t step = 0; step < steps; step++) {
    train::compile_step(*programs_, *loader_, step);
    for (int64_t micro = 0; micro < train::micro_batches_of(*loader_, step); micro++) {
      const data::RowPlan plan = loader_->rows(step, micro);
      shapes.emplace(plan.rows, plan.length);
    }
  }
  time_.compiling = seconds_since(begin) / static_cast<double>(shapes.size());
}

Json EstimateCommand::json_of(const RunTime& time) {
  return {{"step_seconds", time.step},
          {"epoch_seconds", time.epoch},
          {"evaluation_seconds", time.evaluation},
          {"run_seconds", time.run}};
}

}  // namespace tutti::app
