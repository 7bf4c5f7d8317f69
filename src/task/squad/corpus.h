// SPDX-License-Identifier: Apache-2.0
// SQuAD v1.1 and v2.0, JSON and Parquet: contexts once, questions flat and in the file's order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::task::squad {

/// The start of an answer whose text does not stand in the context at the file's offset.
constexpr int32_t kNotThere = -1;

struct Answer {
  std::string text;
  int32_t start = kNotThere;  // Unicode code points into the context
};

struct Question {
  std::string id;
  std::string text;
  int32_t context = 0;          // index into Corpus::contexts
  std::vector<Answer> answers;  // none: it has no answer (v2.0), or the file does not say
  bool is_impossible = false;
};

struct Corpus {
  std::string version;          // as the file says, may be empty
  bool has_impossible = false;  // some question says is_impossible: a v2.0 file
  std::vector<std::string> contexts;
  std::vector<Question> questions;
  int64_t misplaced_answers = 0;  // answers that are not where the file says; never trained on
  std::string file = {};          // as errors name it, or them; empty where there is none
};

/// Reads a SQuAD file in memory: JSON, or Parquet as Hugging Face's data set has it; `where` names
/// it in errors. Throws UserError with the place (data[i].paragraphs[j].qas[k], row i) for anything
/// malformed, and for a question id that stands twice.
Corpus parse_corpus(std::string_view file, std::string_view where);

/// A split's files, one after another.
Corpus read_corpus(std::span<const Path> files);
Corpus read_corpus(const Path& file);

/// "a.parquet, b.parquet", as errors name them.
std::string names_of(std::span<const Path> files);

}  // namespace tutti::task::squad
