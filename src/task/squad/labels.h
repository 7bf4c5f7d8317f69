// SPDX-License-Identifier: Apache-2.0
// The labels of question answering, which its loss reads from a batch: where the answer is.
#pragma once

#include "data/batch.h"

namespace tutti::task::squad {

/// The positions of the answer's first and last token, counted from the first token of the feature.
struct Label {
  int32_t start = 0;
  int32_t end = 0;
};

/// The arrays of labels in a batch. `start` and `end` [features] are the places of the answer's
/// first and last token: row * length + position in the row. `weight` [features] is 1, or 0 for a
/// place without a feature.
std::vector<data::ArraySpec> label_arrays();

/// Features that have an answer.
class AnsweredFeatures : public data::FeatureSource {
 public:
  virtual Label label(int64_t feature) const = 0;
  std::vector<data::ArraySpec> labels() const final { return label_arrays(); }
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const final;
};

}  // namespace tutti::task::squad
