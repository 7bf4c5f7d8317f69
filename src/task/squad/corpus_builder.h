// SPDX-License-Identifier: Apache-2.0
// Builds a corpus from what the readers of JSON and Parquet find.
#pragma once

#include <unordered_set>

#include "task/squad/corpus.h"

namespace tutti::task::squad {

class CorpusBuilder {
 public:
  /// Adds the context of the questions that are added next.
  void add_context(std::string_view text);
  bool is_last_context(std::string_view text) const;
  /// Adds a question. Returns false, and adds nothing, if another question has this id.
  bool add_question(std::string id, std::string text);
  /// Adds an answer to the last question; `start` is in code points, as in the file.
  void add_answer(std::string text, int64_t start);
  /// Sets whether the last question has no answer, if the file says so.
  void set_impossible(bool is_impossible);
  /// For files that do not say which questions have no answer: if some of the questions from
  /// `first` on have answers, the others are marked as having none.
  void mark_unanswered(size_t first);
  void set_version(std::string version) { corpus_.version = std::move(version); }

  /// Returns how many questions have been added.
  size_t questions() const { return corpus_.questions.size(); }
  Corpus take(std::string file);

 private:
  bool stands_at(std::string_view text, int64_t start) const;

  Corpus corpus_;
  std::vector<size_t> offsets_;  // where each code point of the last context begins, in bytes
  std::unordered_set<std::string> ids_;
};

/// Adds the rows of a Parquet file with the columns of Hugging Face's data set: id, context,
/// question, answers{text[], answer_start[]}. `where` names the file in errors.
void read_parquet_corpus(std::string_view file, std::string_view where, CorpusBuilder& builder);

}  // namespace tutti::task::squad
