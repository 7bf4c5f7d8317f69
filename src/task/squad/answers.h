// SPDX-License-Identifier: Apache-2.0
// Logits → answers, as postprocess_qa_predictions of run_qa's utils_qa.py does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "task/squad/corpus.h"
#include "task/squad/features.h"

namespace tutti::task::squad {

struct AnswerOptions {
  bool version_2 = false;  // "no answer" is an answer
  int32_t n_best_size = 20;
  int32_t max_answer_length = 30;  // tokens
  double null_score_diff_threshold = 0.0;
};

/// Logits of one feature, from its [CLS] on: its tokens, or more where it is padded (padding takes
/// part in the choice of the best positions, as in run_qa, and is then refused as an answer).
struct FeatureLogits {
  std::span<const float> start;
  std::span<const float> end;
};

struct Candidate {
  std::string text;
  float start_logit = 0;
  float end_logit = 0;
  double probability = 0;    // over the question's n-best
  Offsets offsets = {0, 0};  // code points of the context
};

struct QuestionAnswer {
  std::string id;
  std::string text;                // the prediction; empty: no answer (version_2)
  std::vector<Candidate> n_best;   // best first
  std::optional<float> null_odds;  // version_2: score of no answer less the best answer's
};

/// One answer for each question, in the corpus' order; `logits` by feature. Positions of equal
/// logits rank later position first. Throws UserError for logits that are not finite.
std::vector<QuestionAnswer> extract_answers(const Corpus& corpus, const FeatureSet& features,
                                            std::span<const FeatureLogits> logits,
                                            const AnswerOptions& options);

/// The texts of run_qa's eval_predictions.json, eval_nbest_predictions.json, eval_null_odds.json.
std::string predictions_json(std::span<const QuestionAnswer> answers);
std::string n_best_json(std::span<const QuestionAnswer> answers);
std::string null_odds_json(std::span<const QuestionAnswer> answers);

}  // namespace tutti::task::squad
