// SPDX-License-Identifier: Apache-2.0
// Puts a corpus together from what the readers of JSON and of Parquet find.
#pragma once

#include <unordered_set>

#include "task/squad/corpus.h"

namespace tutti::task::squad {

class CorpusBuilder {
 public:
  /// What the questions that follow are about.
  void add_context(std::string_view text);
  bool is_last_context(std::string_view text) const;
  /// False where another question has this id.
  bool add_question(std::string id, std::string text);
  /// An answer of the last question; `start` in code points, as the file says.
  void add_answer(std::string text, int64_t start);
  /// What a file says of the last question.
  void set_impossible(bool is_impossible);
  /// For files that do not say: where some of the questions from `first` on are answered, the
  /// others have no answer.
  void mark_unanswered(size_t first);
  void set_version(std::string version) { corpus_.version = std::move(version); }

  /// Questions so far.
  size_t questions() const { return corpus_.questions.size(); }
  Corpus take(std::string file);

 private:
  bool stands_at(std::string_view text, int64_t start) const;

  Corpus corpus_;
  std::vector<size_t> offsets_;  // of the last context's code points, in bytes
  std::unordered_set<std::string> ids_;
};

/// Adds the rows of a Parquet file as Hugging Face's data set has them: id, context, question,
/// answers{text[], answer_start[]}. `where` names the file in errors.
void read_parquet_corpus(std::string_view file, std::string_view where, CorpusBuilder& builder);

}  // namespace tutti::task::squad
