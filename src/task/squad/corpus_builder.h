// SPDX-License-Identifier: Apache-2.0
// Builds a corpus from what the readers of JSON, tables and Parquet find.
#pragma once

#include <span>
#include <unordered_set>

#include "task/squad/corpus.h"

namespace tutti::task::squad {

class CorpusBuilder {
 public:
  /// Adds the context of the questions that are added next.
  void add_context(std::string_view text);
  /// The same where rows of questions repeat their context.
  void continue_context(std::string_view text);
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

/// Add what a file has; `where` names it in errors, ready to be shown.
void read_json_corpus(std::string_view text, const std::string& where, CorpusBuilder& builder);
/// A value on each line, as in the items of "data".
void read_lines_corpus(std::string_view text, const std::string& where, CorpusBuilder& builder);
/// A table with the columns id, context, question and answers, whose cells are JSON.
void read_table_corpus(std::string_view text, std::string_view kind, const std::string& where,
                       CorpusBuilder& builder);
/// Parquet with the columns of Hugging Face's data set: id, context, question, answers{text[],
/// answer_start[]}.
void read_parquet_corpus(std::string_view file, const std::string& where, CorpusBuilder& builder);

/// What a row may have. Its title is not used, but part of the form.
inline const std::vector<std::string> kRowMembers = {"id",       "title",   "context",
                                                     "question", "answers", "is_impossible"};

/// How to proceed with rows that have these columns and are not questions.
std::string advice_for_others(std::span<const std::string> columns);

}  // namespace tutti::task::squad
