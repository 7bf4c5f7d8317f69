// SPDX-License-Identifier: Apache-2.0
// Divides the micro-batches of a step among the processes of a job.
#pragma once

#include <cstdint>
#include <vector>

#include "run/train_settings.h"
#include "train/world.h"

namespace tutti::run {

/// This process and its devices: --rank, --world_size and --devices.
train::World world_of(const TrainSettings& settings);
/// The micro-batches of a step, over all processes and devices.
int64_t micro_batches_of(const TrainSettings& settings);

/// The maximum number of processes of the job, which is also the number of leaves of a step's sums
/// (step::StepOptions::most_leaves); 0: any number. A single process with --micro_batches computes
/// the same bits as several processes with it.
int64_t most_processes(const TrainSettings& settings);
/// The initial number of micro-batches of each process, by rank: --shares.
std::vector<int64_t> shares_of(const TrainSettings& settings);
/// --shares auto: shares follow the processes' speeds.
bool shares_follow_speeds(const TrainSettings& settings);

}  // namespace tutti::run
