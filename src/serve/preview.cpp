// SPDX-License-Identifier: Apache-2.0
#include "serve/preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/data_file.h"
#include "format/json.h"
#include "format/records.h"
#include "pages/page.h"
#include "serve/html.h"

namespace tutti::serve {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr size_t kMostRows = 5, kMostColumns = 5;
constexpr size_t kLongestCell = 100;           // bytes
constexpr size_t kBegin = size_t{1} << 18;     // bytes of a file of lines
constexpr size_t kLargest = size_t{16} << 20;  // bytes of a file that has to be read whole

struct Table {
  Row head;
  std::vector<Row> rows;
};

std::string short_text(const Json& value) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.size() <= kLongestCell) return text;
  size_t end = kLongestCell;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) end--;
  return text.substr(0, end) + " …";
}

/// The questions of articles: data, paragraphs, qas.
Table questions_table(const Json& file) {
  Table table{{"question", "answer", "context"}, {}};
  for (const Json& article : file.at("data"))
    for (const Json& paragraph : article.at("paragraphs"))
      for (const Json& one : paragraph.at("qas")) {
        const Json answers = one.value("answers", Json::array());
        table.rows.push_back({short_text(one.at("question")),
                              answers.empty() ? "none" : short_text(answers.at(0).at("text")),
                              short_text(paragraph.at("context"))});
        if (table.rows.size() == kMostRows) return table;
      }
  return table;
}

Table table_of(const format::Records& records) {
  Table table{records.columns, {}};
  if (table.head.size() > kMostColumns) table.head.resize(kMostColumns);
  for (size_t i = 0; i < std::min(kMostRows, records.rows.size()); i++) {
    Row row;
    for (const std::string& name : table.head)
      row.push_back(short_text(records.rows[i].values.value(name, Json(""))));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string begin_of(const InputFile& file, size_t most) {
  std::string text(std::min<uint64_t>(most, file.size()), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(text)));
  return text;
}

/// The whole rows at the beginning of a file with one row a line.
std::string first_lines(const InputFile& file) {
  std::string text = begin_of(file, kBegin);
  if (file.size() > kBegin) text.resize(text.rfind('\n') + 1);
  return text;
}

Table table_of(const Path& path) {
  const std::string kind = format::data_kind(path), name = path.filename().string();
  const InputFile file(path);
  if (kind == ".parquet" || kind != path.extension().string())
    user_error("it is packed, and is not shown here");
  if (kind == ".json") {
    if (file.size() > kLargest)
      user_error("it has {}, and only files of up to {} are shown", human_bytes(file.size()),
                 human_bytes(kLargest));
    const std::string text = begin_of(file, kLargest);
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (json.is_object() && json.contains("data") && json["data"].is_array() &&
        !json["data"].empty() && json["data"][0].contains("paragraphs"))
      return questions_table(json);
    return table_of(format::parse_records(text, kind, name));
  }
  if (kind == ".jsonl" || kind == ".csv" || kind == ".tsv")
    return table_of(format::parse_records(first_lines(file), kind, name));
  const std::string text = first_lines(file);
  format::expect_utf8(text, name);
  Table table{{"text"}, {}};
  for (size_t at = 0; at < text.size() && table.rows.size() < kMostRows;) {
    const size_t end = std::min(text.find('\n', at), text.size());
    table.rows.push_back({short_text(text.substr(at, end - at))});
    at = end + 1;
  }
  return table;
}

}  // namespace

std::string preview_html(const std::string& file, const Hide& hide) {
  if (file.empty()) return "";
  const Path path = file.substr(0, file.find(','));
  std::error_code failure;
  try {
    if (!std::filesystem::is_regular_file(path, failure))
      user_error("{}: there is no such file", escaped(path.string(), 1000));
    Table table = table_of(path);
    for (Row& row : table.rows)
      for (std::string& cell : row) cell = hide(std::move(cell));
    return pages::table_html(table.head, table.rows, table.head.size());
  } catch (const UserError& error) {
    return paragraph_html(fmt::format("No preview: {}.", escaped_lines(error.what())));
  } catch (const nlohmann::json::exception&) {
    return paragraph_html("No preview: a paragraph or a question lacks a member.");
  }
}

}  // namespace tutti::serve
