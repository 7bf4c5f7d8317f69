// SPDX-License-Identifier: Apache-2.0
// The metrics of SQuAD v1.1 and v2.0, as the official scripts compute them.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "task/squad/corpus.h"

namespace tutti::task::squad {

enum class Metric { v1, v2 };

/// Returns v2 if the version of the file says so, or if a question has is_impossible.
Metric metric_of(const Corpus& corpus);

/// Answers by the id of their question. An empty one means that there is no answer.
using Predictions = std::unordered_map<std::string, std::string>;

/// Read {"id": "answer", ...}. Throw a UserError that names the file, and the id of a value that is
/// not a text.
Predictions read_predictions(const Path& path);
Predictions parse_predictions(std::string_view text, std::string_view where);

struct SubsetScore {
  double exact = 0;   // in percent
  double f1 = 0;      // in percent
  int64_t total = 0;  // questions
};

struct Score {
  SubsetScore all;
  std::optional<SubsetScore> has_answer;  // v2: of questions with answers, if there are any
  std::optional<SubsetScore> no_answer;   // v2: of questions without, if there are any
  std::vector<std::string> missing;       // ids of questions without a prediction
};

/// Scores predictions. As in the official scripts, a question without a prediction counts as 0 in
/// v1 and is left out in v2. Throws a UserError if there is nothing to score.
Score score(const Corpus& corpus, const Predictions& predictions, Metric metric);

/// Returns the words of an answer that are compared: in lower case, without punctuation and
/// articles.
std::vector<std::string> normalized_words(std::string_view answer);

}  // namespace tutti::task::squad
