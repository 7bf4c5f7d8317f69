// SPDX-License-Identifier: Apache-2.0
// What trainings that were run say of the time of another one on their devices: `tutti estimate
// --recorded_runs`.
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

/// Of a step: its products' FLOPs, the bytes of its update, and the median of its seconds.
struct RecordedRun {
  std::string device, precision;
  double flops = 0, update_bytes = 0, seconds = 0;
};

/// Reads output folders of trainings, separated by commas: their run.json, train_results.json and
/// metrics.jsonl. A folder without these, or of a training too short to tell the time of a step, is
/// a UserError that names it.
std::vector<RecordedRun> read_recorded_runs(std::string_view folders);

/// The runs in a precision by their device. Where there are none, although there are runs, a
/// UserError names the precisions that there are.
std::map<std::string, std::vector<RecordedRun>> by_device(const std::vector<RecordedRun>& runs,
                                                          const std::string& precision);

/// A step's time as a sum of what its products and its update take.
struct StepTime {
  double flop_seconds = 0, byte_seconds = 0;
  double seconds(double flops, double update_bytes) const {
    return flop_seconds * flops + byte_seconds * update_bytes;
  }
};
/// The line through the runs of a device whose relative errors have the least sum of squares, both
/// of its slopes at least 0. Of a single run, all time is its products'. A byte takes at most
/// `most_byte_seconds`: runs whose updates are small next to their products say little about it.
StepTime fit_step_time(std::span<const RecordedRun> runs,
                       double most_byte_seconds = std::numeric_limits<double>::infinity());

/// Whether what a backend calls a device, "NVIDIA A100-SXM4-40GB", is a device of the list,
/// "nvidia-a100-40gb": all words of its name occur.
bool is_device(std::string_view description, const DeviceSpec& device);

}  // namespace tutti::run
