// SPDX-License-Identifier: Apache-2.0
#include "app/estimate/estimate_command.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/estimate/compile_target.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/log.h"
#include "run/backends.h"
#include "run/model_weights.h"
#include "run/step_options.h"
#include "run/train_precision.h"
#include "train/process_memory.h"
#include "train/step_batches.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

EstimateCommand::EstimateCommand(const GlobalOptions& global, const EstimateArguments& arguments,
                                 const run::TrainSettings& resolved)
    : global_(global),
      measured_steps_(arguments.target.empty() ? arguments.measured_steps : 0),
      devices_(run::known_devices(arguments.device_list)),
      recorded_(read_recorded_runs(arguments.recorded_runs)),
      run_(resolved, context_of(global, arguments.target.empty() ? resolved.devices : 1)) {
  if (!arguments.target.empty()) {
    const ChosenTarget chosen = find_target(arguments.target, resolved.devices, devices_);
    auto target = open_target(chosen, run_.context());
    target_ = target.get();
    target_device_ = chosen.device;
    run_.set_backend(std::move(target));
    return;
  }
  const bool profiles = backend::capabilities_of(resolved.backend).profiles;
  run_.set_backend(
      run::open_backend(resolved.backend, run_.context(), profiles ? &profile_ : nullptr));
}

void EstimateCommand::count_steps() {
  run_.make_loader();
  steps_per_epoch_ = run_.loader().steps_per_epoch();
  run::TrainSettings& settings = run_.settings();
  if (settings.devices <= static_cast<int64_t>(run_.backend().devices().size())) return;
  elsewhere_ = std::exchange(settings.devices, 1);
  if (settings.micro_batches) *settings.micro_batches /= elsewhere_;
  run_.make_loader();
}

train::Fit EstimateCommand::plan(const model::Weights& weights, Json& result) {
  run_.make_objective(run_.model().has_weights() ? &weights : nullptr);
  run_.make_programs(run_.total_steps());
  const int64_t loaded = target_ ? 0 : train::resident_memory();
  time_.preparing = seconds_since(begin_);
  train::RunOutline outline =
      run::outline_of(run_, run_.programs(), run_.loader(), /*first=*/0, loaded);
  outline.gradients_apart |= elsewhere_ > 1;  // they are exchanged
  outline.elsewhere = target_ != nullptr;
  result = {{"device", run_.backend().devices()[0].description},
            {"devices_together", together()},
            {"precision", precision()},
            {"steps", run_.total_steps()},
            {"steps_per_epoch", steps_per_epoch_}};
  train::Fit fit = train::run_fit(outline, run_.settings().per_device_train_batch_size);
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
  run_.read_validation();
  run_.read_data();
  count_steps();
  run::FirstValues first = run::first_values(run_.settings(), run_.settings().seed);
  first.of_no_file = true;
  const model::Weights weights = run::read_or_make_weights(run_.model(), first);
  Json result;
  const train::Fit fit = plan(weights, result);
  if (fit.plan) count_work();
  if (fit.plan && measured_steps_ > 0) {
    train::TrainingState state(run_.backend(), run_.objective(), weights,
                               static_cast<uint64_t>(run_.settings().seed),
                               train::form_of(run_.programs().options(),
                                              run::host_place(run_.settings(), global_.threads)));
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
  return std::string(pass::name_of(run_.programs().options().precision));
}

void EstimateCommand::compile(int64_t steps) {
  const auto begin = Clock::now();
  std::set<std::pair<int64_t, int64_t>> shapes;
  for (int64_t step = 0; step < steps; step++) {
    train::compile_step(run_.programs(), run_.loader(), step);
    for (int64_t micro = 0; micro < train::micro_batches_of(run_.loader(), step); micro++) {
      const data::RowPlan plan = run_.loader().rows(step, micro);
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
