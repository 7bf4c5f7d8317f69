// SPDX-License-Identifier: Apache-2.0
// Answers from logits, and their score: what `evaluate`, an evaluation of `train` and `predict` do.
#pragma once

#include <functional>

#include "app/question_answering.h"
#include "task/squad/answers.h"
#include "task/squad/score.h"
#include "train/predictions.h"

namespace tutti::app {

/// What --pack means to an evaluation. In run_qa padding takes places among the best positions, so
/// `auto` pads where products are those of float32 and answers can be run_qa's to the last of the
/// n-best; where speed was chosen before that, it packs.
std::string evaluation_pack(const std::string& pack, bool bf16);

/// Compiles what Predictions runs on its largest batch. Where that does not fit into memory, a
/// UserError of exit code 4 names the largest --per_device_eval_batch_size that does.
void expect_evaluation_fits(train::Programs& programs, const task::squad::FeatureSet& features,
                            int64_t batch, const std::function<data::Layout(int64_t)>& layout);

/// The start and end logits of each feature.
std::vector<task::squad::FeatureLogits> logits_of(const task::Outputs& outputs);

struct QaEvaluation {
  std::vector<task::squad::QuestionAnswer> answers;
  task::squad::Score score;
  int64_t features = 0;
  double seconds = 0;
  /// eval_results.json: eval_exact_match and eval_f1, or v2's names, and the run's figures.
  nlohmann::ordered_json results(bool version_2) const;
};
/// "evaluating FOLDER: 368 questions, 371 features".
std::string evaluation_title(const Path& model, const QaData& data);
/// A line of the scores, and of SQuAD v2.0 one for the questions with and one for those without an
/// answer; `more` stands behind the number of questions.
std::string score_text(const task::squad::Score& score, const std::string& more = "");
QaEvaluation evaluate(const QaData& data, const train::Predictions& predictions,
                      const task::squad::AnswerOptions& options);

/// Writes eval_predictions.json, eval_nbest_predictions.json, eval_results.json and, of SQuAD
/// v2.0, eval_null_odds.json.
void write_evaluation(const QaEvaluation& evaluation, bool version_2, const Path& folder);

}  // namespace tutti::app
