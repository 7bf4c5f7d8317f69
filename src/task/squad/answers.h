// SPDX-License-Identifier: Apache-2.0
// Finds the answers that logits give, as postprocess_qa_predictions of run_qa's utils_qa.py does.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "task/squad/corpus.h"
#include "task/squad/features.h"

namespace tutti::task::squad {

struct AnswerOptions {
  bool version_2 = false;  // whether "no answer" is a possible answer
  int32_t n_best_size = 20;
  int32_t max_answer_length = 30;  // in tokens
  double null_score_diff_threshold = 0.0;
};

/// The logits of one feature, from its [CLS] on: one for each token, and more if the feature is
/// padded. As in run_qa, padding takes part in the choice of the best positions, but an answer in
/// it is then dropped.
struct FeatureLogits {
  std::span<const float> start;
  std::span<const float> end;
};

struct Candidate {
  std::string text;
  float start_logit = 0;
  float end_logit = 0;
  double probability = 0;    // among the question's n best
  Offsets offsets = {0, 0};  // in code points of the context
};

struct QuestionAnswer {
  std::string id;
  std::string text;                // the prediction; empty means no answer (version_2)
  std::vector<Candidate> n_best;   // the best first
  std::optional<float> null_odds;  // version_2: score of no answer minus that of the best answer
};

/// Returns an answer for each question, in the order of the corpus. `logits` has an entry for each
/// feature. Of positions with equal logits, the later one ranks first. Throws a UserError if logits
/// are not finite.
std::vector<QuestionAnswer> extract_answers(const Corpus& corpus, const FeatureSet& features,
                                            std::span<const FeatureLogits> logits,
                                            const AnswerOptions& options);

/// Return the content of the files that run_qa calls eval_predictions.json,
/// eval_nbest_predictions.json and eval_null_odds.json.
std::string predictions_json(std::span<const QuestionAnswer> answers);
std::string n_best_json(std::span<const QuestionAnswer> answers);
std::string null_odds_json(std::span<const QuestionAnswer> answers);

}  // namespace tutti::task::squad
