// SPDX-License-Identifier: Apache-2.0
// `tutti estimate`: what a training takes, before it is begun. It reads what the training would
// read and compiles what it would compile, runs a few steps, and writes nothing.
#include "app/estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "app/backend_choice.h"
#include "app/job_shares.h"
#include "app/loaded_model.h"
#include "app/model_weights.h"
#include "app/opened_model.h"
#include "app/output.h"
#include "app/pass_control.h"
#include "app/plugins.h"
#include "app/recorded_runs.h"
#include "app/step_work.h"
#include "app/train_data.h"
#include "app/train_panel.h"
#include "app/train_precision.h"
#include "app/train_settings.h"
#include "app/trainer_options.h"
#include "base/log.h"
#include "base/text.h"
#include "train/process_memory.h"
#include "train/step_batches.h"

namespace tutti::app {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
using task::Split;

constexpr int64_t kMostStepsCounted = 100'000;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

int64_t bytes_of_files(const std::vector<Path>& files) {
  int64_t bytes = 0;
  std::error_code failure;
  for (const Path& file : files)
    if (const auto size = std::filesystem::file_size(file, failure); !failure)
      bytes += static_cast<int64_t>(size);
  return bytes;
}

class EstimateCommand {
 public:
  EstimateCommand(const GlobalOptions& global, const EstimateArguments& arguments,
                  const TrainArguments& resolved)
      : global_(global),
        measured_steps_(arguments.measured_steps),
        arguments_(resolved),
        devices_(arguments.device_list.empty() ? known_devices()
                                               : known_devices_and(arguments.device_list)),
        recorded_(read_recorded_runs(arguments.recorded_runs)),
        model_(
            resolved, resolved.tasks, task::Use::train,
            [&](const task::TaskKind& kind) { return files_of(resolved, Split::train, kind); },
            &resolved.lora) {
    arguments_.max_seq_length = model_.length_of(resolved.max_seq_length);
    const bool profiles = backend::capabilities_of(resolved.backend).profiles;
    backend_ = open_backend(resolved.backend, global.threads, profiles ? &profile_ : nullptr,
                            resolved.devices);
  }

  ExitCode run() {
    if (arguments_.do_eval)
      validation_ = model_.task().read(
          reading_of(arguments_, Split::validation, model_.kind(), global_.threads));
    data_ =
        model_.task().read(reading_of(arguments_, Split::train, model_.kind(), global_.threads));
    loader_.emplace(data_->features(), loader_options(arguments_, model_.kind(), *backend_));
    total_ = arguments_.max_steps > 0 ? arguments_.max_steps
                                      : loader_->steps_of(arguments_.num_train_epochs);
    const model::Weights weights = read_or_make_weights(
        model_, {static_cast<uint64_t>(arguments_.seed), arguments_.allow_missing_tensors});
    const step::StepOptions options = step_options(arguments_, *backend_, total_);
    objective_.emplace(kept_objective(model_, weights, options.precision));
    programs_.emplace(*backend_, *objective_, options, pass_control(arguments_));
    train::release_free_memory();
    const int64_t loaded = train::resident_memory();
    time_.preparing = seconds_since(begin_);
    const PlannedRun run{arguments_, model_,     *data_, validation_.get(),
                         *loader_,   *programs_, total_, std::nullopt};
    const train::RunOutline outline = outline_of(run, loaded);
    const int64_t batch = arguments_.per_device_train_batch_size;
    const train::Fit fit = train::run_fit(outline, batch);
    train::release_free_memory();
    // Their temporaries are not yet in memory: what has grown is the programs themselves.
    programs_bytes_ = std::max<int64_t>(0, train::resident_memory() - loaded);
    Json result = {{"device", backend_->devices()[0].description},
                   {"precision", precision()},
                   {"steps", total_},
                   {"steps_per_epoch", loader_->steps_per_epoch()}};
    add_memory(result, outline, fit);
    if (fit.plan && (measured_steps_ > 0 || !recorded_.empty())) count_work();
    if (fit.plan && measured_steps_ > 0) {
      train::TrainingState state(*backend_, *objective_, weights,
                                 static_cast<uint64_t>(arguments_.seed),
                                 train::form_of(options, host_place(arguments_, global_.threads)));
      measure(state);
      result["time"] = time_json();
    }
    add_files(result);
    add_devices(result, fit);
    if (fit.plan && !recorded_.empty()) add_recorded(result);
    if (global_.json)
      write_result_json(result);
    else
      write_result(estimate_text(result));
    if (fit.plan) return ExitCode::done;
    log_warning("the training does not fit into the memory of this device");
    return ExitCode::out_of_memory;
  }

 private:
  std::string precision() const {
    return std::string(pass::name_of(programs_->options().precision));
  }

  void add_memory(Json& result, const train::RunOutline& outline, const train::Fit& fit) {
    const int64_t batch = arguments_.per_device_train_batch_size;
    if (!fit.plan) {
      result["memory"] = {{"fits", false}, {"reason", fit.lack}};
      return;
    }
    const train::MemoryPlan& plan = *fit.plan;
    const int64_t parameters = train::parameter_bytes(programs_->layout());
    const int64_t total = plan.total() + programs_bytes_;
    const int64_t code = train::resident_files();
    result["memory"] = {{"fits", true},
                        {"total_bytes", total},
                        {"with_code_bytes", total + code},
                        {"parameters_bytes", parameters},
                        {"moments_bytes", plan.state - parameters},
                        {"host_moments_bytes", plan.apart},
                        {"gradient_sums_bytes", plan.gradients},
                        {"step_bytes", plan.step},
                        {"evaluation_bytes", plan.evaluation},
                        {"saving_bytes", plan.saving},
                        {"checkpoint_copy_bytes", plan.copy_is_apart ? 0 : plan.copy},
                        {"host_checkpoint_copy_bytes", plan.copy_is_apart ? plan.copy : 0},
                        {"data_and_program_bytes", plan.loaded},
                        {"compiled_bytes", programs_bytes_},
                        {"code_bytes", code}};
    needs_[batch] = plan.total() - plan.loaded;
    const int64_t most = std::max(batch, data_->features().size());
    const int64_t largest = largest_planned(batch, most, [&](int64_t size) {
      const train::Fit other = train::run_fit(outline, size);
      if (other.plan) needs_[size] = other.plan->total() - other.plan->loaded;
      return other.plan.has_value();
    });
    result["memory"]["largest_train_batch"] = largest;
    result["memory"]["largest_is_all_data"] = largest == most;
  }

  /// Compiles for each step to run, so that no compiling is measured as one.
  void compile(int64_t steps) {
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

  void measure(train::TrainingState& state) {
    const int64_t steps = std::min(total_, 1 + measured_steps_);
    compile(steps);
    train::TrainerOptions options =
        trainer_options(arguments_, *loader_, *programs_, model_.kind(), data_->key());
    options.total_steps = steps;
    options.logging_steps = 1;
    options.save_steps = options.evaluate_steps = 0;
    std::vector<Clock::time_point> ends = {Clock::now()};
    train::TrainerHooks hooks;
    hooks.on_step = [&](int64_t) { ends.push_back(Clock::now()); };
    train::StopFlag never{0};  // a stop would save a checkpoint
    train::Trainer(*programs_, state, *loader_, options, hooks, never).run();
    const auto seconds = [&](size_t from, size_t to) {
      return std::chrono::duration<double>(ends[to] - ends[from]).count();
    };
    time_.first_step = seconds(0, 1);
    const size_t first = steps > 1 ? 1 : 0;
    const auto count = static_cast<double>(steps) - static_cast<double>(first);
    time_.step = seconds(first, static_cast<size_t>(steps)) / count;
    time_.flops = mean_step_flops(cost_, *loader_, static_cast<int64_t>(first), steps);
    measured_ = steps - static_cast<int64_t>(first);
    profiled_flops_ = mean_step_flops(cost_, *loader_, 0, steps) * static_cast<double>(steps);
  }

  /// FLOPs of an epoch and of the run, and how many shapes of batches there are.
  void count_work() {
    const int64_t counted = std::min({loader_->steps_per_epoch(), total_, kMostStepsCounted});
    cost_ = step_cost(*objective_);
    mean_flops_ = mean_step_flops(cost_, *loader_, 0, counted);
    std::set<std::pair<int64_t, int64_t>> shapes;
    for (int64_t step = 0; step < counted; step++) {
      const data::RowPlan plan = loader_->rows(step, 0);
      shapes.emplace(plan.rows, plan.length);
    }
    shapes_ = static_cast<int64_t>(shapes.size());
  }

  /// How often a run of so many steps does what is due each `each` steps; also after the last.
  static int64_t times_due(int64_t total, int64_t each) {
    return each > 0 ? (total + each - 1) / each : 0;
  }

  /// Of a device that needs `step` seconds for a step of mean_flops_.
  RunTime run_time(double step, double compiling) {
    RunTime time;
    time.step = step;
    time.epoch = step * static_cast<double>(loader_->steps_per_epoch());
    time.run = step * static_cast<double>(total_) + compiling;
    if (!validation_) return time;
    // A forward run is a third of forward and backward.
    double flops = 0;
    const data::FeatureSource& features = validation_->features();
    const double padded = static_cast<double>(*arguments_.max_seq_length);
    const bool pads = evaluation_layout(arguments_, model_.kind(), *programs_, 1).kind ==
                      data::Layout::Kind::padded;
    for (int64_t i = 0; i < features.size(); i++) {
      const double length = pads ? padded : static_cast<double>(features.length(i));
      flops += (cost_.of_token * length + cost_.of_pair * length * length) / 3;
    }
    time.evaluation = step * flops / mean_flops_;
    const train::TrainerOptions options =
        trainer_options(arguments_, *loader_, *programs_, model_.kind(), data_->key());
    const int64_t evaluations = times_due(total_, options.evaluate_steps) + 1;
    time.run += time.evaluation * static_cast<double>(evaluations);
    return time;
  }

  static Json json_of(const RunTime& time) {
    return {{"step_seconds", time.step},
            {"epoch_seconds", time.epoch},
            {"evaluation_seconds", time.evaluation},
            {"run_seconds", time.run}};
  }

  Json time_json() {
    const double step = time_.step * mean_flops_ / time_.flops;
    Json json = json_of(run_time(step, time_.compiling * static_cast<double>(shapes_)));
    json["first_step_seconds"] = time_.preparing + time_.compiling + time_.first_step;
    json["compiling_seconds"] = time_.compiling * static_cast<double>(shapes_);
    json["measured_steps"] = measured_;
    json["flops_a_step"] = mean_flops_;
    return json;
  }

  void add_files(Json& result) {
    const train::TrainerOptions options =
        trainer_options(arguments_, *loader_, *programs_, model_.kind(), data_->key());
    const int64_t checkpoint = train::checkpoint_bytes(programs_->layout());
    int64_t count = times_due(total_, options.save_steps);
    if (options.keep_checkpoints > 0) count = std::min(count, options.keep_checkpoints);
    result["files"] = {
        {"data_bytes", bytes_of_files(files_of(arguments_, Split::train, model_.kind()))},
        {"checkpoint_bytes", checkpoint},
        {"checkpoints_kept", count},
        {"output_bytes", count * checkpoint + train::trained_bytes(programs_->layout())}};
  }

  void add_devices(Json& result, const train::Fit& fit) {
    result["devices"] = Json::array();
    for (const DeviceSpec& device : devices_) {
      Json json = {{"name", device.name}};
      if (fit.plan) {
        const int64_t needed = fit.plan->total() - fit.plan->loaded;
        json["memory_bytes"] = needed;
        json["fits"] = needed <= device.memory_bytes;
        if (needs_.size() > 1)
          json["largest_train_batch"] =
              std::min(largest_batch(needs_, device.memory_bytes), data_->features().size());
      }
      add_time(json, device);
      result["devices"].push_back(json);
    }
  }

  void add_time(Json& json, const DeviceSpec& device) {
    const auto kinds = profile_.kinds();
    const auto profiled = roofline_seconds(kinds, device, precision());
    if (measured_ == 0 || kinds.empty() || !profiled) return;
    const double step = *profiled * mean_flops_ / profiled_flops_;
    const RunTime time = run_time(step, 0);
    json["time"] = json_of(time);
    json["product_efficiency"] = device.product_efficiency;
    json["memory_efficiency"] = device.memory_efficiency;
    if (device.price) json["cost"] = cost_json(time, *device.price);
  }

  static Json cost_json(const RunTime& time, const DevicePrice& price) {
    Json json = {{"run", time.run / 3600 * price.hour},
                 {"currency", price.currency},
                 {"hour", price.hour},
                 {"instance", price.instance},
                 {"date", price.date},
                 {"source", price.source}};
    if (price.spot_hour) json["run_spot"] = time.run / 3600 * *price.spot_hour;
    return json;
  }

  /// What runs that were recorded say, a device each.
  void add_recorded(Json& result) {
    const double moved = update_bytes(programs_->layout());
    result["recorded"] = Json::array();
    for (const auto& [device, runs] : by_device(recorded_, precision())) {
      const RunTime time = run_time(fit_step_time(runs).seconds(mean_flops_, moved), 0);
      Json json = {{"device", device}, {"runs", runs.size()}, {"time", json_of(time)}};
      for (const DeviceSpec& known : devices_)
        if (known.price && is_device(device, known)) json["cost"] = cost_json(time, *known.price);
      result["recorded"].push_back(json);
    }
  }

  const GlobalOptions& global_;
  const Clock::time_point begin_ = Clock::now();
  const int64_t measured_steps_;
  TrainArguments arguments_;
  std::vector<DeviceSpec> devices_;
  std::vector<RecordedRun> recorded_;
  OpenedModel model_;
  backend::Profile profile_;
  std::unique_ptr<backend::Backend> backend_;
  std::unique_ptr<task::Dataset> data_, validation_;
  std::optional<data::Loader> loader_;
  std::optional<task::Objective> objective_;  // the model's, as the programs keep it
  std::optional<train::Programs> programs_;
  std::map<int64_t, int64_t> needs_;  // planned bytes besides the data, by features of a batch
  int64_t total_ = 0, measured_ = 0, shapes_ = 0, programs_bytes_ = 0;
  StepCost cost_;
  MeasuredTime time_;
  double mean_flops_ = 0;      // of the run's steps
  double profiled_flops_ = 0;  // of the steps in the profile, together
};

}  // namespace

int64_t largest_planned(int64_t batch, int64_t most, const std::function<bool(int64_t)>& fits) {
  int64_t fitting = batch, too_large = 2 * batch;
  while (fitting < most && fits(std::min(too_large, most))) {
    fitting = std::min(too_large, most);
    too_large = 2 * fitting;
  }
  too_large = std::min(too_large, most + 1);
  while (too_large - fitting > std::max<int64_t>(1, fitting / 16)) {
    const int64_t middle = fitting + (too_large - fitting) / 2;
    (fits(middle) ? fitting : too_large) = middle;
  }
  return fitting;
}

int64_t largest_batch(const std::map<int64_t, int64_t>& needs, int64_t memory) {
  check(needs.size() > 1, "a line through {} plans", needs.size());
  // Between the plans on both sides of the memory, or beyond the last of them, on a line.
  auto next = std::find_if(std::next(needs.begin()), needs.end(),
                           [&](const auto& plan) { return plan.second > memory; });
  if (next == needs.end()) next = std::prev(next);
  const auto [batch, bytes] = *std::prev(next);
  const double features = static_cast<double>(next->first - batch);
  if (next->second <= bytes) return bytes <= memory ? next->first : 0;
  const double feature = static_cast<double>(next->second - bytes) / features;
  const double more = static_cast<double>(memory - bytes) / feature;
  return std::max<int64_t>(0, batch + static_cast<int64_t>(std::floor(more)));
}

ExitCode run_estimate(const GlobalOptions& global, const EstimateArguments& arguments) {
  if (!arguments.do_train)
    user_error("--do_train is missing: trainings are what is estimated; give the training's flags");
  if (arguments.model_name_or_path.empty())
    user_error("--model_name_or_path is missing: a folder with config.json");
  if (arguments.auto_find_batch_size)
    user_error(
        "--auto_find_batch_size: an estimate is of the batch that is given, and names the largest "
        "that fits; leave it out");
  TrainArguments resolved = resolved_arguments(arguments);
  choose_backend(resolved, 1);
  return EstimateCommand(global, arguments, resolved).run();
}

}  // namespace tutti::app
