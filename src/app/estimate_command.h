// SPDX-License-Identifier: Apache-2.0
// An estimate from its arguments to its text.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/device_list.h"
#include "app/estimate.h"
#include "app/estimate_arguments.h"
#include "app/global_options.h"
#include "app/opened_model.h"
#include "app/recorded_runs.h"
#include "app/step_work.h"
#include "app/train_arguments.h"
#include "backend/backend.h"
#include "backend/profile.h"
#include "base/error.h"
#include "data/loader.h"
#include "task/objective.h"
#include "task/task.h"
#include "train/memory_plan.h"
#include "train/programs.h"
#include "train/run_memory.h"
#include "train/state.h"

namespace tutti::app {

class EstimateCommand {
 public:
  EstimateCommand(const GlobalOptions& global, const EstimateArguments& arguments,
                  const TrainArguments& resolved);

  ExitCode run();

 private:
  std::string precision() const;

  void add_memory(nlohmann::ordered_json& result, const train::RunOutline& outline,
                  const train::Fit& fit);

  /// Compiles for each step to run, so that no compiling is measured as one.
  void compile(int64_t steps);

  void measure(train::TrainingState& state);

  /// FLOPs of an epoch and of the run, and how many shapes of batches there are.
  void count_work();

  /// How often a run of so many steps does what is due each `each` steps; also after the last.
  static int64_t times_due(int64_t total, int64_t each);

  /// Of a device that needs `step` seconds for a step of mean_flops_.
  RunTime run_time(double step, double compiling);

  static nlohmann::ordered_json json_of(const RunTime& time);
  static nlohmann::ordered_json cost_json(const RunTime& time, const DevicePrice& price);

  nlohmann::ordered_json time_json();

  void add_files(nlohmann::ordered_json& result);

  void add_devices(nlohmann::ordered_json& result, const train::Fit& fit);

  void add_time(nlohmann::ordered_json& json, const DeviceSpec& device);

  /// What a byte of an update takes at most on a device: as long as its memory lets it wait.
  double most_byte_seconds(const std::string& device) const;

  /// What runs that were recorded say, a device each.
  void add_recorded(nlohmann::ordered_json& result);

  const GlobalOptions& global_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
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
  train::TrainingFlops cost_;
  MeasuredTime time_;
  double mean_flops_ = 0;      // of the run's steps
  double profiled_flops_ = 0;  // of the steps in the profile, together
};

}  // namespace tutti::app
