// SPDX-License-Identifier: Apache-2.0
#include "task/classification/problem.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace tutti::task::classification {
namespace {

const std::string kProblems[] = {"single_label_classification", "multi_label_classification",
                                 "regression"};

}  // namespace

const std::string& name_of(Problem problem) {
  return kProblems[static_cast<size_t>(problem)];
}

std::optional<Problem> problem_named(const std::string& name) {
  const auto found = std::find(std::begin(kProblems), std::end(kProblems), name);
  if (found == std::end(kProblems)) return std::nullopt;
  return static_cast<Problem>(found - std::begin(kProblems));
}

Problem problem_of(std::span<const Example> examples) {
  const auto any = [&](auto has) { return std::any_of(examples.begin(), examples.end(), has); };
  if (any([](const Example& example) { return example.classes.has_value(); }))
    return Problem::multi_label;
  return any([](const Example& example) { return example.is_fraction; }) ? Problem::regression
                                                                         : Problem::single_label;
}

double number_of(const Example& example) {
  const std::string& text = example.label;
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (example.classes || failure != std::errc() || end != text.data() + text.size() ||
      !std::isfinite(value))
    user_error("{}: the label is {}, expected a number, as for every row of a regression",
               example.where, example.classes ? "a list" : escaped(text, 60));
  return value;
}

std::vector<std::string> classes_of(const Example& example, Problem problem) {
  if (problem == Problem::multi_label) return example.classes.value_or(std::vector{example.label});
  if (example.classes)
    user_error(
        "{}: the label is a list, expected one class; several classes of a text are for "
        "--problem_type multi_label_classification",
        example.where);
  if (example.is_fraction)
    user_error(
        "{}: the label is {}, expected a class; numbers to predict are for --problem_type "
        "regression",
        example.where, escaped(example.label, 60));
  return {example.label};
}

}  // namespace tutti::task::classification
