// SPDX-License-Identifier: Apache-2.0
// From files to features before words are hidden.
#include <algorithm>

#include "base/lines.h"
#include "base/log.h"
#include "base/text.h"
#include "format/data_file.h"
#include "format/json.h"
#include "format/records.h"
#include "task/data_kinds.h"
#include "task/masked/dataset.h"
#include "task/samples.h"

namespace tutti::task::masked {
namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

void add_lines(const Path& file, std::vector<std::string>& texts) {
  const std::string text = format::read_data_file(file);
  format::expect_utf8(text, escaped(file.string(), 1000));
  for (size_t at = 0; at < text.size();)
    if (const std::string_view line = next_line(text, at); !is_blank(line))
      texts.emplace_back(line);
}

void add_records(const Path& file, const std::string& column, std::vector<std::string>& texts) {
  const std::vector<std::string> wanted = {column};
  const format::Records records = format::read_records(file, wanted);
  for (const format::Record& record : records.rows) {
    const auto value = record.values.find(column);
    if (value == record.values.end()) {
      const std::string advice = advice_for(records.columns, "masked-lm");
      user_error("{}: found no \"{}\" in the columns {}; --text_column_name names another{}{}",
                 record.where, escaped(column), quoted_names(records.columns),
                 advice.empty() ? "" : "; ", advice);
    }
    if (!value->is_string())
      user_error("{}: \"{}\" is {}, expected a text", record.where, escaped(column),
                 format::json_found(*value));
    if (const auto text = value->get<std::string>(); !is_blank(text)) texts.push_back(text);
  }
}

/// A text's tokens in their template. Of a word's tokens all but the first touch the one before.
Tokens tokens_of(const data::Encoding& encoding, const data::Tokenizer& tokenizer, size_t most) {
  const data::TypedTokens typed =
      data::in_template(tokenizer.single_template(), encoding, nullptr, most);
  Tokens tokens{typed.ids, typed.types, std::vector(typed.ids.size(), TokenKind::special)};
  size_t special = 0, before = 0;
  for (const data::TemplatePiece& piece : tokenizer.single_template()) {
    if (piece.kind == data::TemplatePiece::Kind::first) before = special;
    if (piece.kind == data::TemplatePiece::Kind::special) special += piece.ids.size();
  }
  for (size_t i = 0; i + special < typed.ids.size(); i++) {
    if (tokenizer.is_special(encoding.ids[i])) continue;
    const bool touches = i > 0 && encoding.offsets[i].first <= encoding.offsets[i - 1].second &&
                         tokens.kinds[before + i - 1] != TokenKind::special;
    tokens.kinds[before + i] = touches ? TokenKind::continues_word : TokenKind::begins_word;
  }
  return tokens;
}

}  // namespace

std::vector<std::string> read_texts(const Reading& reading, const TextArguments& arguments) {
  std::vector<std::string> texts;
  constexpr const char* kRecords[] = {".jsonl", ".json", ".csv", ".tsv", ".parquet"};
  for (const Path& file : reading.files) {
    const std::string kind = format::data_kind(file);
    const bool is_records =
        std::find(std::begin(kRecords), std::end(kRecords), kind) != std::end(kRecords);
    const std::string& column = arguments.text_column_name;
    if (is_records)
      add_records(file, column.empty() ? "text" : column, texts);
    else
      add_lines(file, texts);
  }
  if (texts.empty()) user_error("the files have no texts, expected texts to learn from");
  keep_samples(texts, reading);
  return texts;
}

std::vector<Tokens> features_of(const std::vector<std::string>& texts,
                                const data::Tokenizer& tokenizer, bool line_by_line,
                                const Reading& reading) {
  const auto most = static_cast<size_t>(reading.max_length);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<Tokens> features;
  int64_t cut = 0;
  for (const data::Encoding& encoding : tokenizer.encode_all(views, reading.threads)) {
    constexpr auto kAll = static_cast<size_t>(INT32_MAX);
    Tokens tokens = tokens_of(encoding, tokenizer, line_by_line ? most : kAll);
    if (line_by_line) {
      cut += tokens.ids.size() < encoding.ids.size() ? 1 : 0;
      features.push_back(std::move(tokens));
      continue;
    }
    for (size_t i = 0; i < tokens.ids.size(); i++) {
      if (features.empty() || features.back().ids.size() == most) features.emplace_back();
      features.back().ids.push_back(tokens.ids[i]);
      features.back().types.push_back(tokens.types[i]);
      features.back().kinds.push_back(tokens.kinds[i]);
    }
  }
  if (cut > 0) log_warning("{} longer than --max_seq_length {} cut", counted(cut, "text"), most);
  return features;
}

}  // namespace tutti::task::masked
