// SPDX-License-Identifier: Apache-2.0
// The rows of files of words with tags, or of texts with spans.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::task::tagging {

/// Which columns are read, with run_ner's names, and how tags are written.
struct ColumnArguments {
  std::string text_column_name = {};   // words or a text; empty: tokens, words, text
  std::string label_column_name = {};  // empty: ner_tags and others, or spans and others
  std::string tag_names = {};          // of tags that are numbers, separated by commas
  std::string tagging_scheme = {};     // IOB2 or BIOES; empty: that of the file's tags
};

/// Characters [begin, end) of a text, counted as Python counts them: in code points.
struct Span {
  std::string label;
  int64_t begin = 0;
  int64_t end = 0;
};

struct Sentence {
  std::string text;                // its words, joined by blanks
  std::vector<std::string> words;  // none where the text is whole
  std::vector<std::string> tags;   // of each word
  std::vector<Span> spans;         // of a whole text, in their order
  std::string where;               // "train.jsonl:3", for errors
  std::string field;               // the column of its tags or spans
};

/// The sentences of files of records (format/records.h), which have words and tags or texts and
/// spans, or of CoNLL's columns: a word and its tag on each line, a blank line after each sentence.
/// Malformed rows are UserErrors.
std::vector<Sentence> read_sentences(std::span<const Path> files, const ColumnArguments& columns);

/// The tags that sentences need.
std::vector<std::string> tags_in(std::span<const Sentence> sentences,
                                 const ColumnArguments& columns);

}  // namespace tutti::task::tagging
