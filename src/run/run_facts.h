// SPDX-License-Identifier: Apache-2.0
// What a training says of itself before its first step.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/prepared_run.h"
#include "train/checkpoint.h"
#include "train/memory_plan.h"

namespace tutti::run {

/// What a training finds out where it begins.
struct RunStart {
  std::optional<train::FoundCheckpoint> resumed;
  std::string batch_reason;              // why micro-batches are not those that were asked for
  std::vector<std::string> devices;      // of all processes, where their backends may differ
  std::vector<std::string> new_tensors;  // which the model's files lack
};

/// Names and what is said of them, in the order in which a person reads them.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// `programs` compute the steps.
Facts facts_of(const PreparedRun& run, train::Programs& programs, const RunStart& start,
               const train::MemoryPlan& memory);

}  // namespace tutti::run
