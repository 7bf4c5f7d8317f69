// SPDX-License-Identifier: Apache-2.0
// --auto_find_batch_size: the largest micro-batch whose plan fits into memory, before the first
// step and while the training runs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "run/prepared_run.h"

namespace tutti::run {

/// A step divided into other micro-batches.
struct FoundBatch {
  int64_t batch = 0;       // features of a micro-batch
  int64_t accumulate = 0;  // micro-batches of a step, on each device
  std::string reason;      // for display: why it differs from the request
};

/// The largest micro-batch that fits, up to the settings', with the same features in a step; the
/// settings' own if none fits. Compiles each one tried into `programs`. The run begins at step
/// `first`; `loaded` as in outline_of().
FoundBatch find_batch(const PreparedRun& run, train::Programs& programs, int64_t first,
                      int64_t loaded);

/// Shrinks the micro-batches of a running training when memory runs short: a limit was lowered,
/// other processes took it, or a device has no room for a step.
class BatchWatch {
 public:
  /// Opens the backend on which to try whether other batches fit into `limit` bytes; null if the
  /// run's own backend can be used.
  using Trial = std::function<std::unique_ptr<backend::Backend>(int64_t limit)>;

  /// Returns how much more memory this process may take; base/memory_limit.h's spare_memory().
  using Spare = std::function<std::optional<int64_t>()>;

  /// Watches a run with this plan, whose steps begin at `first` and are computed by `programs`. All
  /// must outlive the watch.
  BatchWatch(PreparedRun& run, train::Programs& programs, int64_t first, train::MemoryPlan plan,
             Trial trial, Spare spare);

  /// TrainerHooks::fit_batches. If not even one feature fits, throws a UserError of exit code 4
  /// that says what is needed.
  bool fit(int64_t step, const std::string& lack);

 private:
  PreparedRun& run_;
  train::Programs& programs_;
  int64_t first_;
  train::MemoryPlan plan_;
  Trial trial_;
  Spare spare_;
};

}  // namespace tutti::run
