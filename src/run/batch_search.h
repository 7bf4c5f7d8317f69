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

/// A step in other micro-batches.
struct FoundBatch {
  int64_t batch = 0;       // features of a micro-batch
  int64_t accumulate = 0;  // micro-batches of a step, on each device
  std::string reason;      // for the panel: why not what was asked for
};

/// The largest micro-batch of at most the settings' that fits, where a step keeps its features;
/// that of the settings where none does. Each that is tried is compiled into `programs`. The run
/// begins at step `first`; `loaded` as of outline_of().
FoundBatch find_batch(const PreparedRun& run, train::Programs& programs, int64_t first,
                      int64_t loaded);

/// Makes the micro-batches of a running training smaller where its memory is not there any more:
/// a limit has fallen, others have taken it, or a device has no room for a step.
class BatchWatch {
 public:
  /// Opens what other batches are compiled on to see whether they fit into so many bytes; nothing
  /// where the run's own backend does for that.
  using Trial = std::function<std::unique_ptr<backend::Backend>(int64_t limit)>;

  /// Says how much more memory this process may take; base/memory_limit.h's spare_memory().
  using Spare = std::function<std::optional<int64_t>()>;

  /// Of a run with this plan, whose steps begin at `first` and are computed by `programs`. All must
  /// outlive the watch.
  BatchWatch(PreparedRun& run, train::Programs& programs, int64_t first, train::MemoryPlan plan,
             Trial trial, Spare spare);

  /// TrainerHooks::fit_batches. Where not even one feature fits, a UserError of exit code 4 says
  /// what is needed.
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
