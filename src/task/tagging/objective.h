// SPDX-License-Identifier: Apache-2.0
// Classification of tokens: dropout and a linear layer on the hidden state of each token, with an
// output for each label.
#pragma once

#include "model/model.h"
#include "task/objective.h"

namespace tutti::task::tagging {

/// `target`: the label of a token; `counts`: 1 where the loss counts it, else 0.
std::vector<data::ArraySpec> label_arrays();

/// Outputs `logits` [rows, length, labels]; the loss of a token is the cross entropy over them, and
/// the weights of losses are the tokens that count.
Objective token_classification(const model::Model& model, int64_t labels);

}  // namespace tutti::task::tagging
