// SPDX-License-Identifier: Apache-2.0
// The metrics of a file of predictions.
#include "base/log.h"
#include "format/json.h"
#include "task/classification/head.h"
#include "task/classification/scores.h"

namespace tutti::task::classification {
namespace {

/// Those that were predicted, and those of the data set that are no other spelling of one of them.
LabelNames all_labels(std::vector<std::string> predicted, const std::vector<Example>& examples) {
  const LabelNames known = LabelNames::of_samples(predicted);
  const size_t before = predicted.size();
  for (const Example& example : examples)
    if (!known.find_name(example.label)) predicted.push_back(example.label);
  if (predicted.size() == before + examples.size())
    log_warning("none of the predicted labels ({}) occurs in the data set ({})", known.text(),
                labels_of(examples, Problem::single_label).text());
  return LabelNames::of_samples(std::move(predicted));
}

Evaluation score_of_labels(const nlohmann::json& predicted, const std::vector<Example>& examples) {
  std::vector<std::string> names;
  for (const nlohmann::json& name : predicted)
    names.push_back(name.is_string() ? name.get<std::string>() : name.dump());
  const LabelNames labels = all_labels(names, examples);
  std::vector<int32_t> found, expected;
  for (size_t i = 0; i < examples.size(); i++) {
    found.push_back(labels.id_of(names[i], ""));
    expected.push_back(labels.id_of(examples[i].label, ""));
  }
  return score_labels(found, expected, labels.size());
}

Evaluation score_of_sets(const nlohmann::json& predicted, const std::vector<Example>& examples) {
  std::vector<Example> found = examples;
  for (size_t i = 0; i < examples.size(); i++) {
    found[i].classes.emplace();
    for (const nlohmann::json& name : predicted[i])
      found[i].classes->push_back(name.is_string() ? name.get<std::string>() : name.dump());
  }
  std::vector<Example> all = found;
  all.insert(all.end(), examples.begin(), examples.end());
  const LabelNames labels = labels_of(all, Problem::multi_label);
  const auto sets = [&](const std::vector<Example>& rows) {
    std::vector<uint8_t> flags(rows.size() * labels.size());
    for (size_t i = 0; i < rows.size(); i++)
      for (const std::string& name : classes_of(rows[i], Problem::multi_label))
        flags[i * labels.size() + static_cast<size_t>(labels.id_of(name, rows[i].where))] = 1;
    return flags;
  };
  return score_label_sets(sets(found), sets(examples), labels.size());
}

Evaluation score_of_numbers(const nlohmann::json& predicted, const std::vector<Example>& examples,
                            const std::string& where) {
  std::vector<double> found, expected;
  for (size_t i = 0; i < examples.size(); i++) {
    if (!predicted[i].is_number())
      user_error("{}[{}]: found {}, expected a number", where, i, format::json_found(predicted[i]));
    found.push_back(predicted[i].get<double>());
    expected.push_back(number_of(examples[i]));
  }
  return score_numbers(found, expected);
}

}  // namespace

Evaluation score_predictions(const nlohmann::json& predicted, const std::vector<Example>& examples,
                             Problem problem, const std::string& where) {
  if (!predicted.is_array() || predicted.size() != examples.size())
    user_error("{}: expected a list of {}, as an evaluation of that data set writes it", where,
               counted(static_cast<int64_t>(examples.size()), "label"));
  switch (problem) {
    case Problem::single_label:
      return score_of_labels(predicted, examples);
    case Problem::multi_label:
      return score_of_sets(predicted, examples);
    case Problem::regression:
      return score_of_numbers(predicted, examples, where);
  }
  return {};
}

}  // namespace tutti::task::classification
