// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "format/json.h"
#include "format/records.h"
#include "task/classification/dataset.h"

namespace tutti::task::classification {
namespace {

/// Names of the texts in the files of GLUE and of its like, the second empty for a single text.
constexpr std::pair<const char*, const char*> kTexts[] = {{"sentence1", "sentence2"},
                                                          {"premise", "hypothesis"},
                                                          {"question1", "question2"},
                                                          {"question", "sentence"},
                                                          {"text", "text_pair"},
                                                          {"sentence", ""},
                                                          {"text", ""}};

std::string value_of(const format::Record& record, const char* name) {
  const nlohmann::json& value = record.values.at(name);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  user_error("{}: \"{}\" is {}, expected a text", record.where, name, format::json_found(value));
}

Example example_of(const format::Record& record) {
  if (!record.values.contains("label"))
    user_error("{}: found no \"label\", expected the class of the text", record.where);
  for (const auto& [first, second] : kTexts) {
    const bool is_pair = *second != 0;
    if (!record.values.contains(first) || (is_pair && !record.values.contains(second))) continue;
    return {value_of(record, first),
            is_pair ? std::optional(value_of(record, second)) : std::nullopt,
            value_of(record, "label"), record.where};
  }
  user_error("{}: found no text, expected \"text\", \"sentence\" or a pair as GLUE names it",
             record.where);
}

std::optional<int64_t> number_of(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

}  // namespace

std::vector<Example> read_examples(const Path& file) {
  std::vector<Example> examples;
  for (const format::Record& record : format::read_records(file))
    examples.push_back(example_of(record));
  return examples;
}

std::vector<std::string> labels_of(const std::vector<Example>& examples) {
  std::vector<std::string> labels;
  for (const Example& example : examples) labels.push_back(example.label);
  const bool numbers = std::all_of(labels.begin(), labels.end(),
                                   [](const std::string& label) { return number_of(label); });
  std::sort(labels.begin(), labels.end(), [&](const std::string& a, const std::string& b) {
    return numbers ? number_of(a) < number_of(b) : a < b;
  });
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  return labels;
}

}  // namespace tutti::task::classification
