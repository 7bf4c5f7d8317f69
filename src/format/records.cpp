// SPDX-License-Identifier: Apache-2.0
#include "format/records.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "format/json.h"
#include "format/records_parquet.h"

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
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    for (size_t i = 0; i < cells.size(); i++) values[header[i]] = cells[i];
    records.push_back({std::move(values), std::move(where)});
  }
  return records;
}

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
  if (!all.is_array()) user_error("{}: found {}, expected an array", name, json_found(all));
  std::vector<Record> records;
  for (nlohmann::ordered_json& values : all)
    add(records, std::move(values), fmt::format("{}[{}]", name, records.size()));
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

std::vector<Record> parse_records(std::string_view content, std::string_view kind,
                                  const std::string& name, std::span<const std::string> names) {
  std::vector<Record> records;
  if (kind == ".parquet") {
    records = parse_parquet_records(content, name, names);
  } else {
    if (!is_valid_utf8(content)) user_error("{}: found bytes that are not UTF-8", name);
    records = kind == ".csv"     ? read_table(content, ',', name)
              : kind == ".tsv"   ? read_table(content, '\t', name)
              : kind == ".jsonl" ? read_lines(content, name)
                                 : read_array(content, name);
  }
  if (records.empty()) user_error("{}: found no record, expected at least one", name);
  return records;
}

std::vector<Record> read_records(const Path& file, std::span<const std::string> names) {
  const std::string kind = file.extension().string(), name = escaped(file.string(), 1000);
  const bool is_parquet = kind == ".parquet" && !names.empty();
  if (!is_parquet && kind != ".csv" && kind != ".tsv" && kind != ".json" && kind != ".jsonl")
    user_error("{}: expected a file whose name ends in .jsonl, .json, .csv{}", name,
               names.empty() ? " or .tsv" : ", .tsv or .parquet");
  return parse_records(read_file(file), kind, name, names);
}

std::vector<Path> find_records(const Path& folder, const std::string& stem) {
  for (const char* ending : {".jsonl", ".json", ".csv", ".tsv"})
    if (const Path file = folder / (stem + ending); std::filesystem::exists(file)) return {file};
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
