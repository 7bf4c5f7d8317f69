// SPDX-License-Identifier: Apache-2.0
// Where the answer to a question is: what the loss of question answering reads of a batch.
#pragma once

#include "data/batch.h"

namespace tutti::task::squad {

/// Answer positions, counted from the feature's first token.
struct Label {
  int32_t start = 0;
  int32_t end = 0;
};

/// `start`, `end` [features]: row * length + offset of the answer's first and last token.
/// `weight` [features]: 1, or 0 where there is no feature.
std::vector<data::ArraySpec> label_arrays();

/// Features that have an answer.
class AnsweredFeatures : public data::FeatureSource {
 public:
  virtual Label label(int64_t feature) const = 0;
  std::vector<data::ArraySpec> labels() const final { return label_arrays(); }
  void write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const final;
};

}  // namespace tutti::task::squad
