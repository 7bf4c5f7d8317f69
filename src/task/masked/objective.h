// SPDX-License-Identifier: Apache-2.0
// Masked words: an encoder says which words were hidden from it, as it was pretrained to.
#pragma once

#include "model/model.h"
#include "task/objective.h"

namespace tutti::task::masked {

/// The model with its head of words on it, as one that has logits of each token's word.
model::Model with_words(model::Model model);

/// Outputs each token's loss and hit, as causal::next_token() does of the same arrays.
Objective masked_words(const model::Model& model);
/// Outputs `logits` [rows, length, vocabulary] instead; its loss is not to be used.
Objective word_logits(const model::Model& model);

}  // namespace tutti::task::masked
