// SPDX-License-Identifier: Apache-2.0
// Computes an estimate from its settings; run/estimate.h is the public interface.
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

/// Seconds of steps that ran.
struct MeasuredTime {
  double preparing = 0;  // reading the model and data
  double compiling = 0;  // per shape of batches
  double first_step = 0;
  double step = 0;   // mean of the measured ones
  double flops = 0;  // mean of step_flops()
};

/// Times of a whole run, in seconds.
struct RunTime {
  double step = 0, epoch = 0, evaluation = 0, run = 0;
};

class Estimator {
 public:
  Estimator(const EstimateSettings& settings, const Context& context);

  Estimate run();

 private:
  std::string precision() const;

  /// The number of devices in each step: those of --devices, wherever they are.
  int64_t together() const { return elsewhere_ * run_.settings().devices; }
  /// Counts the steps of the requested training, on all of its devices.
  void count_steps();
  train::Fit plan(const model::Weights& weights, nlohmann::ordered_json& result);

  void add_memory(nlohmann::ordered_json& result, const train::RunOutline& outline,
                  const train::Fit& fit);

  /// For an absent device: its compiler's figures, the largest micro-batch, and the time of the
  /// programs that it compiled.
  void add_target_memory(nlohmann::ordered_json& result, const train::RunOutline& outline,
                         const train::Fit& fit);
  void add_target_time(nlohmann::ordered_json& result);
  /// Seconds that the device needs for a step's programs.
  TargetTime target_step() const;

  /// Compiles for each step to measure, so that measurements exclude compiling.
  void compile(int64_t steps);

  void measure(train::TrainingState& state);

  /// FLOPs of an epoch and of the run, and the number of batch shapes.
  void count_work();

  /// How often a run of `total` steps does something due every `each` steps and after the last.
  static int64_t times_due(int64_t total, int64_t each);

  /// For a device that needs `step` seconds for its share of a step, one of `devices` such shares.
  RunTime run_time(double step, double compiling, int64_t devices);

  static nlohmann::ordered_json json_of(const RunTime& time);
  static nlohmann::ordered_json cost_json(const RunTime& time, const DevicePrice& price,
                                          int64_t devices);

  nlohmann::ordered_json time_json();

  void add_files(nlohmann::ordered_json& result);

  void add_devices(nlohmann::ordered_json& result, const train::Fit& fit);

  /// The ops of a device's share of a step: those measured, otherwise only the products.
  void count_ops();
  /// The minimum time of a device's share of a step; nullopt if its rate is unknown.
  std::optional<double> least_step(const DeviceSpec& device, int64_t devices) const;
  void add_time(nlohmann::ordered_json& json, const DeviceSpec& device, int64_t devices);

  /// The maximum time per byte of an update on a device, from its memory's rate.
  double most_byte_seconds(const std::string& device) const;

  /// Times from recorded runs, one device each.
  void add_recorded(nlohmann::ordered_json& result);

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const int64_t measured_steps_;
  std::vector<DeviceSpec> devices_;
  std::vector<RecordedRun> recorded_;
  backend::Profile profile_;
  PreparedRun run_;
  backend::TargetBackend* target_ = nullptr;  // the backend, if its device is absent
  DeviceSpec target_device_;
  size_t target_programs_ = 0;        // the target's first programs, for the given batch
  std::map<int64_t, int64_t> needs_;  // planned bytes without the data, by features of a batch
  // The number of machine-sized shares of a step: the plan covers only this machine's share.
  int64_t elsewhere_ = 1;
  int64_t steps_per_epoch_ = 0, measured_ = 0, shapes_ = 0, programs_bytes_ = 0;
  train::TrainingFlops cost_;
  MeasuredTime time_;
  double mean_flops_ = 0;      // of this machine's share of the run's steps
  double profiled_flops_ = 0;  // total of the steps in the profile
  std::vector<backend::Profile::Kind> ops_;
  double ops_flops_ = 0;     // of the steps in ops_
  double update_bytes_ = 0;  // of an update not in ops_
};

}  // namespace tutti::run
