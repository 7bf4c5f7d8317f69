// SPDX-License-Identifier: Apache-2.0
// The metrics of the tokens that a model predicted.
#pragma once

#include "task/task.h"

namespace tutti::task::causal {

/// Sums over the tokens that were predicted and count.
struct TokenSums {
  double loss = 0;  // cross entropy
  double hits = 0;  // tokens that were found the most likely
  int64_t tokens = 0;
};

/// Their means: `loss`, `perplexity`, which is the exponential of the loss, and `token_accuracy`.
/// `tokens` says in words what was counted. A model that sees the tokens that it predicts has no
/// perplexity. A loss that is not finite is a UserError.
Evaluation evaluation_of(const TokenSums& sums, bool has_perplexity, std::string_view tokens);

/// The same as an answer to `tutti predict`.
Answer answer_of(const Evaluation& evaluation);

}  // namespace tutti::task::causal
