// SPDX-License-Identifier: Apache-2.0
// An estimate from its settings to its figures; run/estimate.h is its public face.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "backend/pjrt/target_backend.h"
#include "backend/profile.h"
#include "run/device_list.h"
#include "run/estimate.h"
#include "run/largest_batch.h"
#include "run/prepared_run.h"
#include "run/recorded_runs.h"
#include "run/step_work.h"
#include "run/target_time.h"
#include "train/memory_plan.h"
#include "train/run_memory.h"
#include "train/state.h"

namespace tutti::run {

/// Seconds, of steps that were run.
struct MeasuredTime {
  double preparing = 0;  // model and data read
  double compiling = 0;  // a shape of batches
  double first_step = 0;
  double step = 0;   // the mean of the measured ones
  double flops = 0;  // the same of step_flops()
};

/// Of a whole run, in seconds.
struct RunTime {
  double step = 0, epoch = 0, evaluation = 0, run = 0;
};

class Estimator {
 public:
  Estimator(const EstimateSettings& settings, const Context& context);

  Estimate run();

 private:
  std::string precision() const;

  /// How many devices take part in each step: those of --devices, wherever they are.
  int64_t together() const { return elsewhere_ * run_.settings().devices; }
  /// Counts the steps of the training that is asked for, on all of its devices.
  void count_steps();
  train::Fit plan(const model::Weights& weights, nlohmann::ordered_json& result);

  void add_memory(nlohmann::ordered_json& result, const train::RunOutline& outline,
                  const train::Fit& fit);

  /// Of a device that is not here: what its compiler says, the largest micro-batch, and the time by
  /// the programs that it made.
  void add_target_memory(nlohmann::ordered_json& result, const train::RunOutline& outline,
                         const train::Fit& fit);
  void add_target_time(nlohmann::ordered_json& result);
  /// Seconds that the device takes for a step's programs.
  TargetTime target_step() const;

  /// Compiles for each step to run, so that no compiling is measured as one.
  void compile(int64_t steps);

  void measure(train::TrainingState& state);

  /// FLOPs of an epoch and of the run, and how many shapes of batches there are.
  void count_work();

  /// How often a run of so many steps does what is due each `each` steps; also after the last.
  static int64_t times_due(int64_t total, int64_t each);

  /// Of a device that needs `step` seconds for its share of a step; `devices` of them have one
  /// each.
  RunTime run_time(double step, double compiling, int64_t devices);

  static nlohmann::ordered_json json_of(const RunTime& time);
  static nlohmann::ordered_json cost_json(const RunTime& time, const DevicePrice& price,
                                          int64_t devices);

  nlohmann::ordered_json time_json();

  void add_files(nlohmann::ordered_json& result);

  void add_devices(nlohmann::ordered_json& result, const train::Fit& fit);

  /// The ops of a device's share of a step: those that ran, or else the products of one that does.
  void count_ops();
  /// The least that a device's share of a step takes; nothing where its rate is unknown.
  std::optional<double> least_step(const DeviceSpec& device, int64_t devices) const;
  void add_time(nlohmann::ordered_json& json, const DeviceSpec& device, int64_t devices);

  /// What a byte of an update takes at most on a device: as long as its memory lets it wait.
  double most_byte_seconds(const std::string& device) const;

  /// What runs that were recorded say, a device each.
  void add_recorded(nlohmann::ordered_json& result);

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const int64_t measured_steps_;
  std::vector<DeviceSpec> devices_;
  std::vector<RecordedRun> recorded_;
  backend::Profile profile_;
  PreparedRun run_;
  backend::TargetBackend* target_ = nullptr;  // the backend, where it is of a device not here
  DeviceSpec target_device_;
  size_t target_programs_ = 0;  // the first of the target's, which are of the batch that is given
  std::map<int64_t, int64_t> needs_;  // planned bytes besides the data, by features of a batch
  // Devices that take part besides this machine's: its own share of a step is what is planned.
  int64_t elsewhere_ = 1;
  int64_t steps_per_epoch_ = 0, measured_ = 0, shapes_ = 0, programs_bytes_ = 0;
  train::TrainingFlops cost_;
  MeasuredTime time_;
  double mean_flops_ = 0;      // of the run's steps, as this machine shares them
  double profiled_flops_ = 0;  // of the steps in the profile, together
  std::vector<backend::Profile::Kind> ops_;
  double ops_flops_ = 0;     // of the steps whose ops they are
  double update_bytes_ = 0;  // of an update that is not among them
};

}  // namespace tutti::run
