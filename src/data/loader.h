// SPDX-License-Identifier: Apache-2.0
// The batches of a step, from the number of the step alone: a resumed run needs nothing else.
#pragma once

#include "data/rows.h"

namespace tutti::data {

/// The order of an epoch: a permutation of 0 ... size - 1, a pure function of seed and epoch.
std::vector<int64_t> epoch_order(int64_t size, uint64_t seed, uint32_t epoch);

struct LoaderOptions {
  int64_t batch = 8;       // features of a micro-batch
  int64_t accumulate = 1;  // micro-batches of an optimizer step
  bool shuffle = true;
  uint64_t seed = 42;
  Layout layout = {};
};

/// Batches of a data set, with run_qa's step counts: the last batch of an epoch may be short, and
/// the last step of an epoch may have fewer micro-batches.
class Loader {
 public:
  /// The source must outlive the loader. Throws UserError for an empty source or impossible counts.
  Loader(const FeatureSource& source, LoaderOptions options);

  const LoaderOptions& options() const { return options_; }
  const FeatureSource& source() const { return source_; }
  int64_t steps_per_epoch() const;
  /// ceil(epochs x steps per epoch), as Hugging Face's Trainer counts.
  int64_t steps_of(double epochs) const;
  /// The number of features in all steps before `step`, over all epochs.
  int64_t features_before(int64_t step) const;
  /// The indices in the data set of micro-batch `micro` of step `step`. Both count from 0, steps
  /// over all epochs. Empty for a micro-batch after the end of the epoch.
  std::vector<int64_t> indices(int64_t step, int64_t micro);
  /// The rows in which those features are placed.
  RowPlan rows(int64_t step, int64_t micro);
  /// The batch of those features.
  Batch batch(int64_t step, int64_t micro);

 private:
  const FeatureSource& source_;
  LoaderOptions options_;
  int64_t ordered_epoch_ = -1;  // the epoch of order_
  std::vector<int64_t> order_;
};

}  // namespace tutti::data
