// SPDX-License-Identifier: Apache-2.0
// Prediction of the next word, and what a model wants to learn besides.
#pragma once

#include "model/model.h"
#include "task/objective.h"

namespace tutti::task::lm {

/// That of causal::next_token; its loss has the model's own losses added, each counted as often as
/// the mean over the words is, so that they weigh the same in every micro-batch. Its outputs have
/// no part of them.
Objective next_word(const model::Model& model);

}  // namespace tutti::task::lm
