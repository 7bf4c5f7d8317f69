// SPDX-License-Identifier: Apache-2.0
// Reads SQuAD v1.1 and v2.0 from its JSON, and from rows of a question each, into a list of
// contexts, each kept once, and a list of questions in the order of the file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::task::squad {

/// The start of an answer whose text is not in the context at the offset that the file gives.
constexpr int32_t kNotThere = -1;

struct Answer {
  std::string text;
  int32_t start = kNotThere;  // in Unicode code points from the start of the context
};

struct Question {
  std::string id;
  std::string text;
  int32_t context = 0;          // index into Corpus::contexts
  std::vector<Answer> answers;  // empty: it has no answer (v2.0), or the file does not tell
  bool is_impossible = false;
};

struct Corpus {
  std::string version;          // as in the file; may be empty
  bool has_impossible = false;  // some question has is_impossible, so the file is v2.0
  std::vector<std::string> contexts;
  std::vector<Question> questions;
  int64_t misplaced_answers = 0;  // not where the file says, so nothing is trained on them
  std::string file = {};          // the name of the file or files in errors; empty without any
};

/// Reads the content of a file: SQuAD's JSON, or rows as run_qa reads them (`id`, `context`,
/// `question` and `answers` with lists `text` and `answer_start`): in an array, under "data", on a
/// line each, in a table whose cells `answers` are JSON, or in Parquet. `kind` is the ending of the
/// file's name. Throws a UserError for anything malformed and for a question id that occurs twice.
/// It names the file by `where`, and the place: data[i].paragraphs[j].qas[k] or row i.
Corpus parse_corpus(std::string_view file, std::string_view where, std::string_view kind = ".json");

/// Read the files of a split one after another into one corpus.
Corpus read_corpus(std::span<const Path> files);
Corpus read_corpus(const Path& file);

/// Returns "a.parquet, b.parquet", as errors name several files.
std::string names_of(std::span<const Path> files);

}  // namespace tutti::task::squad
