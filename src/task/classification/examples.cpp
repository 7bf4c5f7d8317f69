// SPDX-License-Identifier: Apache-2.0
#include "task/classification/examples.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/records.h"
#include "task/data_kinds.h"

namespace tutti::task::classification {
namespace {

using format::Record;
using Json = nlohmann::ordered_json;

/// Names of the texts in the files of GLUE and of its like, the second empty for a single text.
constexpr std::pair<const char*, const char*> kTexts[] = {{"sentence1", "sentence2"},
                                                          {"premise", "hypothesis"},
                                                          {"question1", "question2"},
                                                          {"question", "sentence"},
                                                          {"text", "text_pair"},
                                                          {"sentence", ""},
                                                          {"text", ""}};
constexpr const char* kLabels[] = {"label", "labels"};
constexpr std::string_view kNoRegression =
    "numbers to predict (regression) are not there yet; write whole numbers or names where the "
    "labels are classes";

/// A number that is not whole.
bool is_fraction(const std::string& label, bool& is_number) {
  double value = 0;
  const auto [end, failure] = std::from_chars(label.data(), label.data() + label.size(), value);
  is_number = failure == std::errc() && end == label.data() + label.size();
  return is_number && label.find_first_of(".eEn") != label.npos;
}

/// In a table a number is a text too. Where all labels are numbers and some have a fraction, they
/// are no classes.
void expect_classes(std::span<const Example> examples) {
  const Example* first = nullptr;
  for (const Example& example : examples) {
    bool is_number = false;
    if (is_fraction(example.label, is_number) && !first) first = &example;
    if (!is_number) return;
  }
  if (first)
    user_error("{}: the label is {}, expected a class: {}", first->where, escaped(first->label),
               kNoRegression);
}

class RowReader {
 public:
  explicit RowReader(const ColumnArguments& columns)
      : columns_(columns), texts_(parts_of_list(columns.text_column_names)) {
    if (columns_.text_column_names.empty()) return;
    if (texts_.empty())
      user_error(
          "--text_column_names {}: expected the name of a column, or several separated by "
          "commas",
          escaped(columns_.text_column_names));
  }

  /// The columns of the file whose rows come next.
  void begin_file(std::span<const std::string> columns) { file_columns_ = columns; }

  Example read(const Record& record) {
    const auto [text, pair] = texts_of(record);
    return {text, pair, label_of(record), record.where};
  }

  /// All columns that files may have which are read.
  std::vector<std::string> wanted() const {
    std::vector<std::string> names = texts_;
    if (!columns_.label_column_name.empty()) names.push_back(columns_.label_column_name);
    for (const auto& [first, second] : kTexts) names.insert(names.end(), {first, second});
    names.insert(names.end(), std::begin(kLabels), std::end(kLabels));
    return names;
  }

  const std::vector<std::string>& used() const { return used_; }

 private:
  const Json& use(const Record& record, const std::string& name) {
    if (std::find(used_.begin(), used_.end(), name) == used_.end()) used_.push_back(name);
    return record.values.at(name);
  }

  std::string text_of(const Record& record, const std::string& name) {
    const Json& value = use(record, name);
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    user_error("{}: \"{}\" is {}, expected a text", record.where, escaped(name),
               format::json_found(value));
  }

  [[noreturn]] void refuse(const Record& record, const std::string& missing,
                           const std::string& expected) const {
    const std::string advice = advice_for(file_columns_, "text-classification");
    user_error("{}: found no {} in the columns {}, expected {}{}{}", record.where, missing,
               quoted_names(file_columns_), expected, advice.empty() ? "" : "; ", advice);
  }

  std::pair<std::string, std::optional<std::string>> texts_of(const Record& record) {
    if (!texts_.empty()) {
      std::string text;
      for (const std::string& name : texts_) {
        if (!record.values.contains(name))
          refuse(record, fmt::format("\"{}\"", escaped(name)),
                 "it by --text_column_names; name one of those");
        text +=
            (&name == texts_.data() ? "" : columns_.text_column_delimiter) + text_of(record, name);
      }
      return {text, std::nullopt};
    }
    for (const auto& [first, second] : kTexts) {
      const bool is_pair = *second != 0;
      if (!record.values.contains(first) || (is_pair && !record.values.contains(second))) continue;
      return {text_of(record, first),
              is_pair ? std::optional(text_of(record, second)) : std::nullopt};
    }
    refuse(record, "text",
           "\"text\", \"sentence\" or a pair as GLUE names it; --text_column_names names others");
  }

  std::string label_name(const Record& record) const {
    const std::string& named = columns_.label_column_name;
    if (!named.empty()) {
      if (record.values.contains(named)) return named;
      refuse(record, fmt::format("\"{}\"", escaped(named)),
             "it by --label_column_name; name one of those");
    }
    for (const char* name : kLabels)
      if (record.values.contains(name)) return name;
    refuse(record, "\"label\"",
           "the class of the text under \"label\"; --label_column_name names another");
  }

  std::string label_of(const Record& record) {
    const std::string name = label_name(record);
    const Json& value = use(record, name);
    if (value.is_array())
      user_error(
          "{}: \"{}\" is an array, expected one class; Tutti does not support several per text "
          "(multi-label) yet, and --task token-classification reads one per word",
          record.where, escaped(name));
    if (value.is_number_float())
      user_error("{}: \"{}\" is {}, expected a class: {}", record.where, escaped(name),
                 format::json_found(value), kNoRegression);
    const std::string label = value.is_null() ? "" : text_of(record, name);
    if (label.find_first_not_of(" \t\r\n") == label.npos)
      user_error(
          "{}: \"{}\" is {}, expected the class of the text; fill it in or leave the row out",
          record.where, escaped(name), value.is_null() ? "null" : "empty");
    return label;
  }

  const ColumnArguments& columns_;
  std::vector<std::string> texts_;
  std::vector<std::string> used_;
  std::span<const std::string> file_columns_;
};

}  // namespace

std::vector<Example> read_examples(std::span<const Path> files, const ColumnArguments& columns,
                                   bool says_unused) {
  std::vector<Example> examples;
  RowReader reader(columns);
  for (const Path& file : files) {
    const format::Records records = format::read_records(file, reader.wanted());
    reader.begin_file(records.columns);
    const size_t first = examples.size();
    for (const Record& record : records.rows) examples.push_back(reader.read(record));
    if (records.is_table) expect_classes(std::span(examples).subspan(first));
    if (says_unused) tell_unused(escaped(file.string(), 1000), records.columns, reader.used());
  }
  return examples;
}

}  // namespace tutti::task::classification
