// SPDX-License-Identifier: Apache-2.0
#include "task/classification/head.h"

#include <charconv>
#include <cmath>

#include "task/head_labels.h"

namespace tutti::task::classification {
namespace {

/// The problem that a model's head was trained for, as transformers reads it; nothing where the
/// labels of files decide.
std::optional<Problem> problem_of_head(const nlohmann::ordered_json& config,
                                       const std::string& where) {
  if (!names_head(config, {kHead})) return std::nullopt;
  const auto type = config.find("problem_type");
  if (type != config.end() && type->is_string()) {
    const std::string name = type->get<std::string>();
    if (const auto problem = problem_named(name)) return problem;
    user_error(
        "{}: problem_type is \"{}\", expected single_label_classification, "
        "multi_label_classification or regression",
        where, escaped(name));
  }
  const LabelNames labels = LabelNames::of_config(config, where);
  const auto count = config.find("num_labels");
  if (labels.size() == 1 || (labels.size() == 0 && count != config.end() && *count == 1))
    return Problem::regression;
  return std::nullopt;
}

Problem find_problem(const Opening& opening, const HeadArguments& arguments,
                     const std::vector<Example>& examples) {
  const std::string where = config_name(opening.folder.path);
  const auto given = problem_named(arguments.problem_type);
  const auto head = problem_of_head(opening.folder.config, where);
  if (given && head && *given != *head)
    user_error(
        "--problem_type {}: the head of {} is for {}; leave the flag out, or use a model without a "
        "classification head",
        arguments.problem_type, where, name_of(*head));
  if (given) return *given;
  return head ? *head : problem_of(examples);
}

/// The one output of a regression has the name that the model gives it.
LabelNames name_of_number(const Opening& opening) {
  const LabelNames known =
      LabelNames::of_config(opening.folder.config, config_name(opening.folder.path));
  const bool is_head = names_head(opening.folder.config, {kHead}) && known.size() > 0;
  if (is_head && known.size() != 1)
    user_error("{}: a regression has one label, found {} in id2label",
               config_name(opening.folder.path), known.size());
  return is_head ? known : LabelNames::numbered(1);
}

/// A number for each class: those that were given, or such that all classes count alike.
std::vector<float> weights_of(const std::string& given, const std::vector<Example>& examples,
                              const LabelNames& labels) {
  std::vector<float> weights;
  if (given == "balanced") {
    std::vector<double> counts(labels.size());
    for (const Example& example : examples)
      counts[static_cast<size_t>(labels.id_of(example.label, example.where))]++;
    for (size_t id = 0; id < counts.size(); id++) {
      if (counts[id] == 0)
        user_error("--class_weights balanced: no row has the class {}, expected each class",
                   escaped(labels[id], 60));
      weights.push_back(static_cast<float>(static_cast<double>(examples.size()) /
                                           (static_cast<double>(labels.size()) * counts[id])));
    }
    return weights;
  }
  for (const std::string& part : parts_of_list(given)) {
    float value = 0;
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (failure != std::errc() || end != part.data() + part.size() || !(value > 0) ||
        !std::isfinite(value))
      user_error("--class_weights: found \"{}\", expected balanced or numbers above 0",
                 escaped(part, 60));
    weights.push_back(value);
  }
  if (weights.size() != labels.size())
    user_error("--class_weights: found {}, expected one for each of {}",
               counted(static_cast<int64_t>(weights.size()), "number"), labels.text());
  return weights;
}

}  // namespace

LabelNames labels_of(const std::vector<Example>& examples, Problem problem) {
  std::vector<std::string> labels;
  for (const Example& example : examples)
    for (std::string& name : classes_of(example, problem)) labels.push_back(std::move(name));
  return LabelNames::of_samples(std::move(labels));
}

Head find_head(const Opening& opening, const HeadArguments& arguments) {
  const std::vector<Example> examples = opening.train_files.empty()
                                            ? std::vector<Example>()
                                            : read_examples(opening.train_files, arguments);
  Head head;
  head.problem = find_problem(opening, arguments, examples);
  head.labels =
      head.problem == Problem::regression
          ? name_of_number(opening)
          : head_labels(opening, kHead, [&] { return labels_of(examples, head.problem); });
  if (arguments.class_weights.empty()) return head;
  if (head.problem != Problem::single_label)
    user_error("--class_weights: expected one class a text, found a training for {}",
               name_of(head.problem));
  head.class_weights = weights_of(arguments.class_weights, examples, head.labels);
  return head;
}

}  // namespace tutti::task::classification
