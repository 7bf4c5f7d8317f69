// SPDX-License-Identifier: Apache-2.0
#include "format/records_table.h"

#include <unordered_set>

#include "base/error.h"
#include "base/text.h"

namespace tutti::format {
namespace {

std::string_view separator_name(char separator) {
  return separator == '\t' ? "tab" : "comma";
}

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

/// A header that another program's separator left in one piece would be a column of that name.
void expect_separator(const std::vector<std::string>& header, char separator,
                      const std::string& where) {
  if (header.size() != 1) return;
  for (const char other : {';', '\t', '|', ','}) {
    if (other == separator || header[0].find(other) == std::string::npos) continue;
    user_error(
        "{}: found the one column \"{}\", expected columns that a {} separates; the file seems to "
        "be separated by \"{}\": write it with commas as .csv, or with tabs as .tsv",
        where, escaped(header[0]), separator_name(separator), escaped({&other, 1}));
  }
}

void expect_distinct(const std::vector<std::string>& header, const std::string& where) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& column : header)
    if (!column.empty() && !seen.insert(column).second)
      user_error("{}: found the column \"{}\" twice, expected each once; rename or remove one",
                 where, escaped(column));
}

}  // namespace

Records parse_table_records(std::string_view text, char separator, const std::string& name) {
  size_t at = 0;
  Records records;
  records.is_table = true;
  const std::string first = name + ": row 1";
  const bool is_quoted = at < text.size() && text[at] == '"';
  std::vector<std::string>& header = records.columns;
  header = read_cells(text, at, separator, first);
  if (!is_quoted) expect_separator(header, separator, first);
  expect_distinct(header, first);
  for (int64_t number = 2; at < text.size(); number++) {
    const bool is_blank = text[at] == '\n' || text[at] == '\r';
    std::string where = fmt::format("{}: row {}", name, number);
    const std::vector<std::string> cells = read_cells(text, at, separator, where);
    if (is_blank) continue;
    if (cells.size() != header.size())
      user_error(
          "{}: found {}, expected {} as in the header; put cells that contain a {}, a quote or a "
          "line break in double quotes",
          where, counted(static_cast<int64_t>(cells.size()), "cell"), header.size(),
          separator_name(separator));
    nlohmann::ordered_json values = nlohmann::ordered_json::object();
    auto& members = values.get_ref<nlohmann::ordered_json::object_t&>();
    for (size_t i = 0; i < cells.size(); i++) members.emplace_back(header[i], cells[i]);
    records.rows.push_back({std::move(values), std::move(where)});
  }
  return records;
}

}  // namespace tutti::format
