// SPDX-License-Identifier: Apache-2.0
// How the micro-batches of a step are shared among the processes of a job.
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

/// The most processes that the job may ever have, and so the leaves of a step's sums
/// (step::StepOptions::most_leaves); 0: any number. Who gives --micro_batches to one process wants
/// the bits that several have with it.
int64_t most_processes(const TrainSettings& settings);
/// How many of them each process computes at first, by rank: --shares.
std::vector<int64_t> shares_of(const TrainSettings& settings);
/// --shares auto: they follow the speeds of the processes.
bool shares_follow_speeds(const TrainSettings& settings);

}  // namespace tutti::run
