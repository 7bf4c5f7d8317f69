// SPDX-License-Identifier: Apache-2.0
// Classification of sequences: the pooled hidden state of a text's first token, dropout, and a
// linear layer with an output for each label.
#pragma once

#include "model/model.h"
#include "task/objective.h"

namespace tutti::task::classification {

/// `first` [features]: row * length + offset of the feature's first token. `target` [features]:
/// index of its label in the flat logits. `feature` [features]: its index in the data set, which
/// names its dropout mask. `weight` [features]: 1, or 0 where there is no feature.
std::vector<data::ArraySpec> label_arrays();

/// Outputs `logits` [features, labels]; the loss of a feature is the cross entropy over its labels.
Objective sequence_classification(const model::Model& model, int64_t labels);

}  // namespace tutti::task::classification
