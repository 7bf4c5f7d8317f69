// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/examples.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/records.h"
#include "task/data_kinds.h"

namespace tutti::task::embedding {
namespace {

using format::Record;
using format::Records;

constexpr const char* kScores[] = {"label", "labels", "score", "scores"};
constexpr const char* kIds[] = {"id", "_id", "idx", "index"};

/// Names of texts that a Parquet file is looked through for: those of sentence-transformers' data
/// sets and of GLUE.
constexpr const char* kTexts[] = {
    "anchor",     "positive",  "negative",   "negative_1", "negative_2", "negative_3", "negative_4",
    "negative_5", "query",     "question",   "answer",     "document",   "passage",    "context",
    "sentence1",  "sentence2", "sentence_A", "sentence_B", "premise",    "hypothesis", "question1",
    "question2",  "text",      "text1",      "text2",      "sentence",   "title",      "body"};

template <typename Names>
bool is_one_of(const std::string& name, const Names& names) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::vector<std::string> wanted_columns(const std::vector<std::string>& texts,
                                        const std::string& score) {
  std::vector<std::string> names = texts;
  if (!score.empty()) names.push_back(score);
  names.insert(names.end(), std::begin(kTexts), std::end(kTexts));
  names.insert(names.end(), std::begin(kScores), std::end(kScores));
  return names;
}

std::string text_of(const Record& record, const std::string& column) {
  const auto value = record.values.find(column);
  if (value == record.values.end() || value->is_null())
    user_error("{}: found no \"{}\", expected a text in each row; leave the row out", record.where,
               escaped(column));
  if (!value->is_string())
    user_error(
        "{}: \"{}\" is {}, expected a text; --text_columns names the columns of texts, and "
        "--score_column the one of scores",
        record.where, escaped(column), format::json_found(*value));
  const std::string& text = value->get_ref<const std::string&>();
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    user_error("{}: \"{}\" is empty, expected a text; leave the row out", record.where,
               escaped(column));
  return text;
}

float score_of(const Record& record, const std::string& column) {
  const auto value = record.values.find(column);
  if (value == record.values.end())
    user_error("{}: found no \"{}\", expected a number in each row", record.where, escaped(column));
  double number = NAN;
  if (value->is_number()) number = value->get<double>();
  if (value->is_boolean()) number = value->get<bool>() ? 1 : 0;
  if (value->is_string()) {  // the cell of a table
    const std::string& text = value->get_ref<const std::string&>();
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size()) number = NAN;
  }
  if (!std::isfinite(number))
    user_error("{}: \"{}\" is {}, expected a number: how alike the texts are", record.where,
               escaped(column),
               value->is_string() ? "\"" + escaped(value->get_ref<const std::string&>(), 60) + "\""
                                  : format::json_found(*value));
  return static_cast<float>(number);
}

class Columns {
 public:
  Columns(const Records& records, const ColumnArguments& arguments)
      : texts_(parts_of_list(arguments.text_columns)), score_(arguments.score_column) {
    if (score_.empty())
      for (const std::string& name : records.columns)
        if (score_.empty() && is_one_of(name, kScores) && !is_one_of(name, texts_)) score_ = name;
    if (!texts_.empty()) return;
    for (const std::string& name : records.columns)
      if (name != score_ && !is_one_of(name, kIds) && records.rows[0].values.contains(name))
        texts_.push_back(name);
  }

  const std::vector<std::string>& texts() const { return texts_; }
  bool is_scored() const { return !score_.empty(); }

  Example read(const Record& record) const {
    Example example{{}, 0, record.where};
    for (const std::string& name : texts_) example.texts.push_back(text_of(record, name));
    if (is_scored()) example.score = score_of(record, score_);
    return example;
  }

 private:
  std::vector<std::string> texts_;
  std::string score_;
};

}  // namespace

Examples read_examples(std::span<const Path> files, const ColumnArguments& arguments) {
  Examples examples;
  const auto wanted = wanted_columns(parts_of_list(arguments.text_columns), arguments.score_column);
  for (const Path& file : files) {
    const Records records = format::read_records(file, wanted);
    const Columns columns(records, arguments);
    const std::string name = escaped(file.string(), 1000);
    if (columns.texts().size() < 2) {
      const std::string advice = advice_for(records.columns, "embedding");
      user_error(
          "{}: found the columns {}, expected two of texts at least, which are compared: "
          "\"anchor\" "
          "and \"positive\", or others that --text_columns names{}{}",
          name, quoted_names(records.columns), advice.empty() ? "" : "; ", advice);
    }
    if (examples.rows.empty()) {
      examples.columns = columns.texts();
      examples.scored = columns.is_scored();
    } else if (examples.columns.size() != columns.texts().size() ||
               examples.scored != columns.is_scored()) {
      user_error("{}: found the columns {}, expected as many texts and scores as in {}: {}", name,
                 quoted_names(records.columns), escaped(files[0].string(), 1000),
                 quoted_names(examples.columns));
    }
    for (const Record& record : records.rows) examples.rows.push_back(columns.read(record));
  }
  return examples;
}

std::vector<std::string> read_texts(const Path& file, const std::string& column) {
  const std::vector<std::string> named =
      column.empty() ? std::vector<std::string>() : std::vector{column};
  const Records records = format::read_records(file, wanted_columns(named, ""));
  std::vector<std::string> candidates;
  for (const std::string& name : records.columns)
    if (records.rows[0].values.contains(name) && records.rows[0].values[name].is_string() &&
        !is_one_of(name, kIds))
      candidates.push_back(name);
  std::string name = column;
  if (name.empty() && is_one_of("text", candidates)) name = "text";
  if (name.empty() && candidates.size() == 1) name = candidates[0];
  if (name.empty())
    user_error("{}: found the columns {}, expected \"text\"", escaped(file.string(), 1000),
               quoted_names(records.columns));
  std::vector<std::string> texts;
  for (const Record& record : records.rows) texts.push_back(text_of(record, name));
  return texts;
}

}  // namespace tutti::task::embedding
