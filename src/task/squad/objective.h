// SPDX-License-Identifier: Apache-2.0
// Extractive question answering: a linear layer gives each token two logits, for being the start
// and for being the end of the answer.
#pragma once

#include "model/model.h"
#include "task/objective.h"

namespace tutti::task::squad {

/// Outputs start and end logits [rows, length]; the loss of a feature is
/// the mean of the two cross entropies over the positions of its own segment.
Objective question_answering(const model::Model& model);

}  // namespace tutti::task::squad
