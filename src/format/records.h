// SPDX-License-Identifier: Apache-2.0
// Files of records, each an object of named values: JSON lines, a JSON array, a table under a
// header, or a Parquet file. Tables are read here because the readers that Debian carries name
// neither row nor cell in an error.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::format {

struct Record {
  nlohmann::ordered_json values;  // an object; the cells of a table are texts
  std::string where;              // "train.jsonl:3" or "train.csv: row 3", for errors
};

struct Records {
  std::vector<Record> rows;
  std::vector<std::string> columns;  // the names that any row has, those that were not read too
  bool is_table = false;             // values are cells: numbers are texts as well
};

/// The records of a .jsonl, .json, .csv (RFC 4180), .tsv or .parquet file, at least one; a name may
/// end in .gz besides. A .json file has an array of them, or a line each. A file of another kind,
/// without records or malformed is a UserError. A Parquet file is read where `names` has the
/// columns that are wanted: those that the file has of them, of any type that JSON has too. It is a
/// UserError if it has none.
Records read_records(const Path& file, std::span<const std::string> names = {});

/// The records of a content. `kind` is the ending of its file's name, ".jsonl", and `name` names it
/// in errors.
Records parse_records(std::string_view content, std::string_view kind, const std::string& name,
                      std::span<const std::string> names = {});

/// The file of a folder whose name is `stem` and one of those endings (.jsonl, .json, .csv, .tsv),
/// tried in that order, then with .gz; empty if there is none.
std::vector<Path> find_records(const Path& folder, const std::string& stem);

/// The Parquet files of a folder whose names begin with `stem` and a hyphen, in order; empty if
/// there are none. Shards ("train-00000-of-00002.parquet") that are not all there are a UserError.
std::vector<Path> find_parquet(const Path& folder, const std::string& stem);

}  // namespace tutti::format
