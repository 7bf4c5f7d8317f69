// SPDX-License-Identifier: Apache-2.0
#include "run/estimator.h"

#include <algorithm>
#include <set>
#include <utility>

#include "run/backends.h"
#include "run/model_weights.h"
#include "run/step_options.h"
#include "run/targets.h"
#include "run/train_precision.h"
#include "train/process_memory.h"
#include "train/step_batches.h"

namespace tutti::run {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace

Estimator::Estimator(const EstimateSettings& settings, const Context& context)
    : measured_steps_(settings.target.empty() ? settings.measured_steps : 0),
      devices_(known_devices(settings.device_list)),
      recorded_(read_recorded_runs(settings.recorded_runs)),
      run_(settings, context) {
  if (!settings.target.empty()) {
    const ChosenTarget chosen = find_target(settings.target, settings.devices, devices_);
    auto target = open_target(chosen, run_.context());
    target_ = target.get();
    target_device_ = chosen.device;
    run_.set_backend(std::move(target));
    return;
  }
  const bool profiles = backend::capabilities_of(settings.backend).profiles;
  run_.set_backend(open_backend(settings.backend, run_.context(), profiles ? &profile_ : nullptr));
}

void Estimator::count_steps() {
  run_.make_loader();
  steps_per_epoch_ = run_.loader().steps_per_epoch();
  TrainSettings& settings = run_.settings();
  if (settings.devices <= static_cast<int64_t>(run_.backend().devices().size())) return;
  elsewhere_ = std::exchange(settings.devices, 1);
  if (settings.micro_batches) *settings.micro_batches /= elsewhere_;
  run_.make_loader();
}

train::Fit Estimator::plan(const model::Weights& weights, Json& result) {
  run_.make_objective(run_.model().has_weights() ? &weights : nullptr);
  run_.make_programs(run_.total_steps());
  const int64_t loaded = target_ ? 0 : train::resident_memory();
  time_.preparing = seconds_since(begin_);
  train::RunOutline outline = outline_of(run_, run_.programs(), run_.loader(), /*first=*/0, loaded);
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

Estimate Estimator::run() {
  run_.read_validation();
  run_.read_data();
  count_steps();
  FirstValues first = first_values(run_.settings(), run_.settings().seed);
  first.of_no_file = true;
  const model::Weights weights = read_or_make_weights(run_.model(), first);
  Json result;
  const train::Fit fit = plan(weights, result);
  if (fit.plan) count_work();
  if (fit.plan && measured_steps_ > 0) {
    train::TrainingState state(run_.backend(), run_.objective(), weights,
                               static_cast<uint64_t>(run_.settings().seed),
                               train::form_of(run_.programs().options(),
                                              host_place(run_.settings(), run_.context().threads)));
    measure(state);
    result["time"] = time_json();
  }
  if (fit.plan && target_) add_target_time(result);
  if (fit.plan && !target_) count_ops();
  add_files(result);
  if (!target_) add_devices(result, fit);
  if (fit.plan && !recorded_.empty()) add_recorded(result);
  return {std::move(result), fit.plan.has_value(),
          target_ ? target_->target().name : "this device"};
}

Estimate estimate(const EstimateSettings& settings, const Context& context) {
  return Estimator(settings, context).run();
}

std::string Estimator::precision() const {
  return std::string(pass::name_of(run_.programs().options().precision));
}

void Estimator::compile(int64_t steps) {
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

Json Estimator::json_of(const RunTime& time) {
  return {{"step_seconds", time.step},
          {"epoch_seconds", time.epoch},
          {"evaluation_seconds", time.evaluation},
          {"run_seconds", time.run}};
}

}  // namespace tutti::run
