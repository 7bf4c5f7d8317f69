// SPDX-License-Identifier: Apache-2.0
// The official SQuAD v1.1 and v2.0 metrics.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "task/squad/corpus.h"

namespace tutti::task::squad {

enum class Metric { v1, v2 };

/// v2.0 for a file that says so by its version or by is_impossible.
Metric metric_of(const Corpus& corpus);

/// Answers by question id; empty: no answer.
using Predictions = std::unordered_map<std::string, std::string>;

/// Reads {"id": "answer", ...}; throws UserError naming the file and the id of a bad value.
Predictions read_predictions(const Path& path);
Predictions parse_predictions(std::string_view text, std::string_view where);

struct Part {
  double exact = 0;  // percent
  double f1 = 0;     // percent
  int64_t total = 0;
};

struct Score {
  Part all;
  std::optional<Part> has_answer;    // v2: questions with answers, if any
  std::optional<Part> no_answer;     // v2: questions without, if any
  std::vector<std::string> missing;  // ids without a prediction
};

/// v1 scores a question without a prediction 0; v2 leaves it out, as the official scripts do.
/// Throws UserError where there is nothing to score.
Score score(const Corpus& corpus, const Predictions& predictions, Metric metric);

/// The words that are compared: lower case, without punctuation and articles.
std::vector<std::string> normalized_words(std::string_view answer);

}  // namespace tutti::task::squad
