// SPDX-License-Identifier: Apache-2.0
// Gives the batches of each optimizer step. They depend on the step's number and the options alone,
// so that a run can be resumed from that number.
#pragma once

#include "data/rows.h"

namespace tutti::data {

/// The order of the features in an epoch: a permutation of 0 ... size - 1 that depends on the seed
/// and the epoch alone.
std::vector<int64_t> epoch_order(int64_t size, uint64_t seed, uint32_t epoch);

struct LoaderOptions {
  int64_t batch = 8;       // features of a micro-batch, as the user counts them
  int64_t accumulate = 1;  // such micro-batches of an optimizer step
  bool shuffle = true;
  uint64_t seed = 42;
  Layout layout = {};
  /// Every feature becomes a micro-batch of its own, so the bits of a step do not depend on how its
  /// features are divided into micro-batches. This is for features that fill a row each.
  bool splits = false;
};

/// The batches of a data set. Steps are counted as transformers' Trainer does: the last batch of an
/// epoch may be smaller, and the last step of an epoch may have fewer micro-batches.
class Loader {
 public:
  /// The source must outlive the loader. An empty source and counts below 1 are UserErrors.
  Loader(const FeatureSource& source, LoaderOptions options);

  /// Cuts every step into other micro-batches, laid out otherwise. A step keeps its features, so
  /// `batch` x `accumulate` has to be what it was.
  void cut(int64_t batch, int64_t accumulate, Layout layout);

  const LoaderOptions& options() const { return options_; }
  const FeatureSource& source() const { return source_; }
  /// The features of a micro-batch that is computed, and how many of these a whole step has.
  int64_t features_together() const { return options_.splits ? 1 : options_.batch; }
  int64_t micro_batches() const {
    return options_.splits ? options_.batch * options_.accumulate : options_.accumulate;
  }
  int64_t steps_per_epoch() const;
  /// ceil(epochs x steps per epoch), as Hugging Face's Trainer counts.
  int64_t steps_of(double epochs) const;
  /// How many features the steps before `step` have, over all epochs.
  int64_t features_before(int64_t step) const;
  /// The features of a computed micro-batch, as indices into the data set. Steps are counted from 0
  /// over all epochs, the micro-batches of a step from 0. Empty for a micro-batch after the epoch's
  /// end.
  std::vector<int64_t> indices(int64_t step, int64_t micro);
  /// The tokens of the features of the steps from `first` up to `last`, without that one.
  int64_t tokens_between(int64_t first, int64_t last);
  /// How those features are laid out in rows.
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
