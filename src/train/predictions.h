// SPDX-License-Identifier: Apache-2.0
// Runs a model over a data set: what an evaluation, a prediction and a measurement have in common.
#pragma once

#include <atomic>
#include <functional>

#include "data/rows.h"
#include "train/processes.h"

namespace tutti::train {

/// The batches of an evaluation: how many there are, and the largest shape among them.
struct PredictionShape {
  task::BatchShape largest;
  int64_t batches = 0;
  std::vector<task::BatchShape> shapes = {};  // each that a batch has, in the order of the first
};
PredictionShape prediction_shape(const data::FeatureSource& features, int64_t batch,
                                 const data::Layout& layout);

/// What a long evaluation asks its caller, and tells it.
struct PredictionHooks {
  const std::atomic<int>* stop = nullptr;  // once it is not 0 the evaluation ends incomplete
  /// After each batch: how many features are done, of how many, and how many tokens those have.
  std::function<void(int64_t done, int64_t all, int64_t tokens)> progress = {};
};

/// A model's outputs for every feature of a data set, from running @forward over batches of about
/// `batch` features. Packed features are sorted into rows of one length, so that a single program
/// is compiled. Several processes share the batches out, and the first has all outputs at the end:
/// each batch is computed as one process computes it.
class Predictions {
 public:
  /// `parameters` are those that Programs::forward_parameters gives.
  Predictions(Programs& programs, std::span<const backend::Buffer> parameters,
              const data::FeatureSource& features, int64_t batch, const data::Layout& layout,
              const PredictionHooks& hooks = {}, Processes* processes = nullptr);

  /// Of several processes, whether none was stopped; only the first knows.
  bool complete() const { return complete_; }
  const task::Outputs& outputs() const { return outputs_; }
  double seconds() const { return seconds_; }

 private:
  /// Gives the first process the outputs of `own` features, and takes those that each process gave.
  void share(Processes& processes, const std::vector<std::vector<int64_t>>& features);
  void run(Programs& programs, std::span<const backend::Buffer> parameters,
           const data::FeatureSource& features, std::span<const int64_t> indices, int64_t capacity,
           const data::Layout& layout);

  task::Outputs outputs_;
  bool complete_ = true;
  double seconds_ = 0;
};

}  // namespace tutti::train
