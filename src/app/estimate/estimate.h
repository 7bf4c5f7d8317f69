// SPDX-License-Identifier: Apache-2.0
// What `tutti estimate` finds out of a training, and how it becomes a text.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "run/device_list.h"
#include "train/run_memory.h"

namespace tutti::app {

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

/// The largest batch of at most `most` features for which `fits`, given that `batch` does: exact to
/// a sixteenth.
int64_t largest_planned(int64_t batch, int64_t most, const std::function<bool(int64_t)>& fits);

/// The same with few plans, at most kMostPlans, where each takes long: `needed` has the bytes of a
/// batch, nothing where its program does not fit. A batch's bytes are taken to grow on a line, and
/// what that line says is planned; the answer was planned itself.
int64_t largest_by_line(int64_t batch, int64_t most, int64_t memory,
                        const std::function<std::optional<int64_t>(int64_t)>& needed);
inline constexpr int kMostPlans = 6;

/// The largest batch of a device with so much memory, on the line between two plans. `needs` has
/// the bytes of at least two of them, by the features of a batch. 0: not even one feature fits.
int64_t largest_batch(const std::map<int64_t, int64_t>& needs, int64_t memory);

/// The estimate in a few lines and tables, from its JSON.
std::string estimate_text(const nlohmann::ordered_json& estimate);

}  // namespace tutti::app
