// SPDX-License-Identifier: Apache-2.0
// Predicts a training's time on devices from recorded trainings: `tutti estimate --recorded_runs`.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "run/device_list.h"

namespace tutti::run {

/// A step's product FLOPs, update bytes, and median seconds.
struct RecordedRun {
  std::string device, precision;
  double flops = 0, update_bytes = 0, seconds = 0;
};

/// Reads output folders of trainings, separated by commas: their run.json, train_results.json and
/// metrics.jsonl. Throws a UserError that names a folder without these, or one whose training is
/// too short to determine the time of a step.
std::vector<RecordedRun> read_recorded_runs(std::string_view folders);

/// The runs in a precision, by device. If all runs have other precisions, throws a UserError that
/// names those.
std::map<std::string, std::vector<RecordedRun>> by_device(const std::vector<RecordedRun>& runs,
                                                          const std::string& precision);

/// A step's time as the sum of its products' and its update's.
struct StepTime {
  double flop_seconds = 0, byte_seconds = 0;
  double seconds(double flops, double update_bytes) const {
    return flop_seconds * flops + byte_seconds * update_bytes;
  }
};
/// Fits a device's runs by least squares of the relative errors, with both coefficients at least 0.
/// Attributes all time of a single run to its products. A byte takes at most `most_byte_seconds`,
/// because runs with small updates and large products say little about it.
StepTime fit_step_time(std::span<const RecordedRun> runs,
                       double most_byte_seconds = std::numeric_limits<double>::infinity());

/// Whether a backend's description, "NVIDIA A100-SXM4-40GB", means the listed device,
/// "nvidia-a100-40gb": all words of its name occur.
bool is_device(std::string_view description, const DeviceSpec& device);

}  // namespace tutti::run
