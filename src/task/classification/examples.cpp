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

/// A number that is not whole.
bool is_fraction(const std::string& label, bool& is_number) {
  double value = 0;
  const auto [end, failure] = std::from_chars(label.data(), label.data() + label.size(), value);
  is_number = failure == std::errc() && end == label.data() + label.size();
  return is_number && label.find_first_of(".eEn") != label.npos;
}

/// In a table a number is a text too. Where all labels are numbers and some have a fraction, they
/// are no classes.
void mark_fractions(std::span<Example> examples) {
  std::vector<Example*> fractions;
  for (Example& example : examples) {
    bool is_number = false;
    if (is_fraction(example.label, is_number)) fractions.push_back(&example);
    if (!is_number) return;
  }
  for (Example* example : fractions) example->is_fraction = true;
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
    Example example{text, pair, "", record.where};
    read_label(record, example);
    return example;
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

  void read_label(const Record& record, Example& example) {
    const std::string name = label_name(record);
    const Json& value = use(record, name);
    const Json list = value.is_string() ? list_in(value.get<std::string>()) : value;
    if (list.is_array()) {
      example.classes.emplace();
      for (const Json& item : list) example.classes->push_back(class_of(record, name, item));
    } else {
      example.is_fraction = value.is_number_float();
      example.label = example.is_fraction ? value.dump() : class_of(record, name, value);
    }
  }

  /// The list that a table's cell is; nothing for another text.
  static Json list_in(const std::string& text) {
    if (!text.starts_with('[') || !text.ends_with(']')) return {};
    const Json list = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    return list.is_array() ? list : Json();
  }

  std::string class_of(const Record& record, const std::string& name, const Json& value) const {
    const std::string label = value.is_string()           ? value.get<std::string>()
                              : value.is_number_integer() ? value.dump()
                                                          : "";
    if (label.find_first_not_of(" \t\r\n") != label.npos) return label;
    user_error("{}: \"{}\" is {}, expected the class of the text; fill it in or leave the row out",
               record.where, escaped(name),
               value.is_string() ? "empty" : format::json_found(value));
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
    if (records.is_table) mark_fractions(std::span(examples).subspan(first));
    if (says_unused) tell_unused(escaped(file.string(), 1000), records.columns, reader.used());
  }
  return examples;
}

}  // namespace tutti::task::classification
