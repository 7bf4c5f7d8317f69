// SPDX-License-Identifier: Apache-2.0
// Prediction of the next token: a model's own head, and the cross entropy over tokens that count.
#pragma once

#include "model/model.h"
#include "task/objective.h"

namespace tutti::task::causal {

/// `target` [rows, length]: the token that follows each. `counts` [rows, length]: 1 where the loss
/// counts it, else 0.
std::vector<data::ArraySpec> label_arrays();

/// Outputs, of each token, `loss` [rows, length], the cross entropy of the token that follows, and
/// `hit` [rows, length], 1 where that token is the most likely one; both are 0 where it does not
/// count. The loss is a sum over tokens that count, and its weight their number, so that a step's
/// loss is a mean over the tokens of all its micro-batches; what a model wants to learn besides
/// (ForwardOptions::own_losses) is added. A model that does not predict the next
/// token is a UserError.
Objective next_token(const model::Model& model);

}  // namespace tutti::task::causal
