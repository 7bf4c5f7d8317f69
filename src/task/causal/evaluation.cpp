// SPDX-License-Identifier: Apache-2.0
#include "task/causal/evaluation.h"

#include <cmath>

namespace tutti::task::causal {

Evaluation evaluation_of(const TokenSums& sums, bool has_perplexity, std::string_view tokens) {
  const auto count = static_cast<double>(sums.tokens);
  const double loss = sums.loss / count, accuracy = sums.hits / count;
  if (!std::isfinite(loss)) user_error("the model's loss is not finite");
  Evaluation evaluation;
  evaluation.metrics["loss"] = loss;
  std::string perplexity = "no perplexity: the model sees the tokens that it predicts";
  if (has_perplexity) {
    evaluation.metrics["perplexity"] = std::exp(loss);
    perplexity = fmt::format("perplexity {:.4f}", std::exp(loss));
  }
  evaluation.metrics["token_accuracy"] = accuracy;
  evaluation.text = fmt::format("loss {:.4f}  {}  token accuracy {:.4f}  ({})\n", loss, perplexity,
                                accuracy, tokens);
  return evaluation;
}

Answer answer_of(const Evaluation& evaluation) {
  return {evaluation.metrics, evaluation.text};
}

}  // namespace tutti::task::causal
