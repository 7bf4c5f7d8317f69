// SPDX-License-Identifier: Apache-2.0
// The rows of files of texts with labels.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::task::classification {

/// Which columns are read, with run_classification's names and defaults.
struct ColumnArguments {
  std::string text_column_names = {};       // joined to one text; empty: GLUE's names
  std::string text_column_delimiter = " ";  // between them
  std::string label_column_name = {};       // empty: label, or else labels
};

struct Example {
  std::string text;
  std::optional<std::string> pair;                       // the second text, where the file has two
  std::string label;                                     // as the file writes it
  std::string where;                                     // "train.csv: row 3", for errors
  std::optional<std::vector<std::string>> classes = {};  // instead of a label, where it is a list
  bool is_fraction = false;  // the label is a number that is not whole, and no text
};

/// The records of files (format/records.h) with a label and the texts of GLUE's tasks, or those of
/// the columns that were named. An empty label and rows for another task are UserErrors.
/// `says_unused`: names the other columns.
std::vector<Example> read_examples(std::span<const Path> files, const ColumnArguments& columns = {},
                                   bool says_unused = false);

}  // namespace tutti::task::classification
