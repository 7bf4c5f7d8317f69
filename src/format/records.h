// SPDX-License-Identifier: Apache-2.0
// Files of records, each an object of named values: JSON lines, a JSON array, or a table under a
// header. Tables are read here because the readers that Debian carries name neither row nor cell in
// an error.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "base/files.h"

namespace tutti::format {

struct Record {
  nlohmann::json values;  // an object; the cells of a table are texts
  std::string where;      // "train.jsonl:3" or "train.csv: row 3", for errors
};

/// The records of a .jsonl, .json, .csv (RFC 4180) or .tsv file, at least one. A file of another
/// kind, without records or malformed is a UserError.
std::vector<Record> read_records(const Path& file);

/// The file of a folder whose name is `stem` and one of those endings (.jsonl, .json, .csv, .tsv),
/// tried in that order; empty where there is none.
std::vector<Path> find_records(const Path& folder, const std::string& stem);

}  // namespace tutti::format
