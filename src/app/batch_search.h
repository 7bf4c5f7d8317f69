// SPDX-License-Identifier: Apache-2.0
// --auto_find_batch_size: the largest micro-batch whose plan fits into memory.
#pragma once

#include "app/train_panel.h"

namespace tutti::app {

/// A step in other micro-batches.
struct FoundBatch {
  int64_t batch = 0;       // features of a micro-batch
  int64_t accumulate = 0;  // micro-batches of a step, on each device
  std::string reason;      // for the panel: why not what was asked for
};

/// The largest micro-batch of at most `run`'s that fits, where a step keeps its features; `run`'s
/// own where none does. Each that is tried is compiled.
FoundBatch find_batch(const PlannedRun& run, int64_t loaded);

}  // namespace tutti::app
