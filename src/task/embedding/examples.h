// SPDX-License-Identifier: Apache-2.0
// The rows of files of texts that are compared: pairs, triplets, and pairs with a score.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::task::embedding {

struct ColumnArguments {
  std::string text_columns = {};  // separated by commas; empty: all but the score, in file order
  std::string score_column = {};  // empty: label, labels, score or scores
};

struct Example {
  std::vector<std::string> texts;  // one of each column
  float score = 0;
  std::string where;  // "train.csv: row 3", for errors
};

struct Examples {
  std::vector<std::string> columns;  // of the texts
  bool scored = false;               // whether rows have a score
  std::vector<Example> rows;
};

/// The records of files (format/records.h), by sentence-transformers' convention: columns of texts
/// in the order of the file, and perhaps one of numbers called label, labels, score or scores.
/// Files with other columns than the first, rows without a text, and scores that are no numbers are
/// UserErrors.
Examples read_examples(std::span<const Path> files, const ColumnArguments& arguments);

/// A file of texts for a corpus: the column "text", or else the only one of texts, or the one that
/// is named.
std::vector<std::string> read_texts(const Path& file, const std::string& column);

}  // namespace tutti::task::embedding
