// SPDX-License-Identifier: Apache-2.0
#include "format/records.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::format {
namespace {

/// The cells of a table's row; `at` goes on to the next row.
std::vector<std::string> read_cells(std::string_view text, size_t& at, char separator,
                                    const std::string& where) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (; at < text.size(); at++) {
    const char c = text[at];
    const bool is_escaped = quoted && c == '"' && at + 1 < text.size() && text[at + 1] == '"';
    if (is_escaped) {
      cells.back() += text[++at];
    } else if (c == '"' && (quoted || cells.back().empty())) {
      quoted = !quoted;
    } else if (!quoted && c == separator) {
      cells.emplace_back();
    } else if (!quoted && (c == '\n' || c == '\r')) {
      at += c == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
      return cells;
    } else {
      cells.back() += c;
    }
  }
  if (quoted) user_error("{}: a quoted cell has no end", where);
  return cells;
}

std::vector<Record> read_table(std::string_view text, char separator, const std::string& name) {
  size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a byte order mark, as spreadsheets write
  const std::vector<std::string> header = read_cells(text, at, separator, name + ": row 1");
  std::vector<Record> records;
  for (int64_t number = 2; at < text.size(); number++) {
    std::string where = fmt::format("{}: row {}", name, number);
    const std::vector<std::string> cells = read_cells(text, at, separator, where);
    if (cells.size() == 1 && cells[0].empty()) continue;
    if (cells.size() != header.size())
      user_error("{}: found {}, expected {} as in the header", where,
                 counted(static_cast<int64_t>(cells.size()), "cell"), header.size());
    nlohmann::json values = nlohmann::json::object();
    for (size_t i = 0; i < cells.size(); i++) values[header[i]] = cells[i];
    records.push_back({std::move(values), std::move(where)});
  }
  return records;
}

void add(std::vector<Record>& records, nlohmann::json values, std::string where) {
  if (!values.is_object())
    user_error("{}: found {}, expected an object", where, json_found(values));
  records.push_back({std::move(values), std::move(where)});
}

std::vector<Record> read_lines(std::string_view text, const std::string& name) {
  std::vector<Record> records;
  int64_t number = 1;
  for (size_t begin = 0; begin < text.size(); number++) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::string where = fmt::format("{}:{}", name, number);
    if (line.find_first_not_of(" \t\r") != line.npos) add(records, parse_json(line, where), where);
    begin = end + 1;
  }
  return records;
}

std::vector<Record> read_array(std::string_view text, const std::string& name) {
  nlohmann::json all = parse_json(text, name);
  if (!all.is_array()) user_error("{}: found {}, expected an array", name, json_found(all));
  std::vector<Record> records;
  for (nlohmann::json& values : all)
    add(records, std::move(values), fmt::format("{}[{}]", name, records.size()));
  return records;
}

}  // namespace

std::vector<Record> read_records(const Path& file) {
  const std::string kind = file.extension().string(), name = escaped(file.string(), 1000);
  const bool is_table = kind == ".csv" || kind == ".tsv";
  if (!is_table && kind != ".json" && kind != ".jsonl")
    user_error("{}: expected a file whose name ends in .jsonl, .json, .csv or .tsv", name);
  const std::string text = read_file(file);
  if (!is_valid_utf8(text)) user_error("{}: found bytes that are not UTF-8", name);
  std::vector<Record> records = is_table ? read_table(text, kind == ".csv" ? ',' : '\t', name)
                                : kind == ".jsonl" ? read_lines(text, name)
                                                   : read_array(text, name);
  if (records.empty()) user_error("{}: found no record, expected at least one", name);
  return records;
}

std::vector<Path> find_records(const Path& folder, const std::string& stem) {
  for (const char* ending : {".jsonl", ".json", ".csv", ".tsv"})
    if (const Path file = folder / (stem + ending); std::filesystem::exists(file)) return {file};
  return {};
}

}  // namespace tutti::format
