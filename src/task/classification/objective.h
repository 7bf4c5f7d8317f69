// SPDX-License-Identifier: Apache-2.0
// Classification of sequences: the pooled hidden state of a text's first token, dropout, and a
// linear layer with an output for each label.
#pragma once

#include "model/model.h"
#include "task/classification/problem.h"
#include "task/objective.h"

namespace tutti::task::classification {

/// `first` [features]: row * length + offset of the feature's first token. `feature` [features]:
/// its index in the data set, which names its dropout mask. `weight` [features]: 1 or its class's
/// weight, 0 where there is no feature. And for one class `target` [features], the index of its
/// label in the flat logits; else goal_name(k) [features] for each label: 1 or 0, or the number.
std::vector<data::ArraySpec> label_arrays(Problem problem, int64_t labels);
std::string goal_name(int64_t label);

/// Outputs `logits` [features, labels]. The loss of a feature is the cross entropy over its labels;
/// or the mean over them of the binary cross entropy of each, or of the squared distance.
Objective sequence_classification(const model::Model& model, int64_t labels,
                                  Problem problem = Problem::single_label);

}  // namespace tutti::task::classification
