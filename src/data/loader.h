// SPDX-License-Identifier: Apache-2.0
// From a step number to its batches. Nothing else is state, so a resume needs only the step number.
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
  /// How many features the steps before `step` hold, over all epochs.
  int64_t features_before(int64_t step) const;
  /// Data set indices of micro-batch `micro` of step `step` (both from 0, steps counted over all
  /// epochs): empty for a micro-batch past the epoch's end.
  std::vector<int64_t> indices(int64_t step, int64_t micro);
  /// How those indices become rows.
  RowPlan rows(int64_t step, int64_t micro);
  /// The batch of those indices: a function of the step and the micro-batch alone.
  Batch batch(int64_t step, int64_t micro);

 private:
  const FeatureSource& source_;
  LoaderOptions options_;
  int64_t ordered_epoch_ = -1;  // the epoch whose order is kept
  std::vector<int64_t> order_;
};

}  // namespace tutti::data
