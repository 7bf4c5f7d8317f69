// SPDX-License-Identifier: Apache-2.0
// The facts that a training prints before its first step.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/prepared_run.h"
#include "train/checkpoint.h"
#include "train/memory_plan.h"

namespace tutti::run {

/// What a training knows at its start.
struct RunStart {
  std::optional<train::FoundCheckpoint> resumed;
  std::string batch_reason;              // why micro-batches differ from the request
  std::vector<std::string> devices;      // of all processes, if their backends may differ
  std::vector<std::string> new_tensors;  // missing from the model's files
};

/// Names and texts, in reading order.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// `programs` are those that compute the steps.
Facts facts_of(const PreparedRun& run, train::Programs& programs, const RunStart& start,
               const train::MemoryPlan& memory);

}  // namespace tutti::run
