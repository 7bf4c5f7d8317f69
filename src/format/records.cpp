// SPDX-License-Identifier: Apache-2.0
#include "format/records.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_set>

#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "format/data_file.h"
#include "format/json.h"
#include "format/records_parquet.h"
#include "format/records_table.h"

namespace tutti::format {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // as spreadsheets write

void add(std::vector<Record>& records, nlohmann::ordered_json values, std::string where) {
  if (!values.is_object())
    user_error("{}: found {}, expected an object", where, json_found(values));
  records.push_back({std::move(values), std::move(where)});
}

std::vector<Record> read_lines(std::string_view text, const std::string& name) {
  std::vector<Record> records;
  size_t number = 1;
  for (size_t at = 0; at < text.size(); number++) {
    const std::string_view line = next_line(text, at);
    const std::string where = fmt::format("{}:{}", name, number);
    if (line.find_first_not_of(" \t\r") != line.npos)
      add(records, parse_json_ordered(line, name, number), where);
  }
  return records;
}

std::vector<Record> read_array(std::string_view text, const std::string& name) {
  nlohmann::ordered_json all = parse_json_ordered(text, name);
  if (!all.is_array())
    user_error("{}: found {}, expected an array of objects, or an object on each line", name,
               json_found(all));
  std::vector<Record> records;
  for (nlohmann::ordered_json& values : all)
    add(records, std::move(values), fmt::format("{}[{}]", name, records.size()));
  return records;
}

/// Whether the first line is an object and not only the beginning of one.
bool has_lines(std::string_view text) {
  size_t at = 0;
  std::string_view line;
  while (at < text.size() && line.find_first_not_of(" \t\r") == line.npos)
    line = next_line(text, at);
  line.remove_suffix(line.size() - (line.find_last_not_of(" \t\r") + 1));
  return line.find_first_not_of(" \t") != line.npos && line[line.find_first_not_of(" \t")] == '{' &&
         line.ends_with('}');
}

/// Their names, in the order in which the rows bring them.
std::vector<std::string> columns_of(const std::vector<Record>& rows) {
  std::vector<std::string> columns;
  std::unordered_set<std::string_view> seen;
  for (const Record& row : rows)
    for (const auto& item : row.values.items())
      if (seen.insert(item.key()).second) columns.push_back(item.key());
  return columns;
}

Records read_json_records(std::string_view text, std::string_view kind, const std::string& name) {
  Records records;
  records.rows =
      kind == ".jsonl" || has_lines(text) ? read_lines(text, name) : read_array(text, name);
  records.columns = columns_of(records.rows);
  return records;
}

/// The number of shards that "train-00000-of-00002.parquet" speaks of; nothing for another name.
std::optional<size_t> shards_of(std::string_view name) {
  const size_t of = name.rfind("-of-");
  if (of == name.npos) return std::nullopt;
  const std::string_view number = name.substr(of + 4);
  size_t shards = 0;
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), shards);
  if (failure != std::errc() || end == number.data()) return std::nullopt;
  return shards;
}

}  // namespace

Records parse_records(std::string_view content, std::string_view kind, const std::string& name,
                      std::span<const std::string> names) {
  Records records;
  if (kind == ".parquet") {
    records = parse_parquet_records(content, name, names);
  } else {
    expect_utf8(content, name);
    if (content.starts_with(kByteOrderMark)) content.remove_prefix(kByteOrderMark.size());
    records = kind == ".csv"   ? parse_table_records(content, ',', name)
              : kind == ".tsv" ? parse_table_records(content, '\t', name)
                               : read_json_records(content, kind, name);
  }
  if (records.rows.empty()) user_error("{}: found no record, expected at least one", name);
  return records;
}

Records read_records(const Path& file, std::span<const std::string> names) {
  const std::string kind = data_kind(file), name = escaped(file.string(), 1000);
  const bool is_parquet = kind == ".parquet" && !names.empty();
  if (!is_parquet && kind != ".csv" && kind != ".tsv" && kind != ".json" && kind != ".jsonl")
    user_error(
        "{}: expected a file whose name ends in .jsonl, .json, .csv{}, plus .gz if gzip compressed "
        "it",
        name, names.empty() ? " or .tsv" : ", .tsv or .parquet");
  return parse_records(read_data_file(file), kind, name, names);
}

std::vector<Path> find_records(const Path& folder, const std::string& stem) {
  for (const char* packed : {"", ".gz"})
    for (const char* ending : {".jsonl", ".json", ".csv", ".tsv"})
      if (const Path file = folder / (stem + ending + packed); std::filesystem::exists(file))
        return {file};
  return {};
}

std::vector<Path> find_parquet(const Path& folder, const std::string& stem) {
  std::vector<Path> files;
  std::error_code failure;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failure)) {
    std::error_code ignored;
    if (entry.path().filename().string().starts_with(stem + "-") &&
        entry.path().extension() == ".parquet" && entry.is_regular_file(ignored))
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  if (files.empty()) return files;
  if (const auto shards = shards_of(files[0].filename().string());
      shards && *shards != files.size())
    io_error("{}: found {} of the {} files {}-*.parquet, expected all; fetch them again",
             escaped(folder.string(), 1000), files.size(), *shards, stem);
  return files;
}

}  // namespace tutti::format
