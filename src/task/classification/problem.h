// SPDX-License-Identifier: Apache-2.0
// What the outputs of a text classifier are: transformers' problem_type.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "task/classification/examples.h"

namespace tutti::task::classification {

enum class Problem {
  single_label,  // a text has one of the classes
  multi_label,   // it has any number of them
  regression     // it has a number
};

/// "single_label_classification", "multi_label_classification", "regression".
const std::string& name_of(Problem problem);
/// Nothing for another name.
std::optional<Problem> problem_named(const std::string& name);

/// What the labels of rows are for: lists of classes for several, numbers with fractions for a
/// regression, anything else for one class.
Problem problem_of(std::span<const Example> examples);

/// The number that is a row's label. Anything else is a UserError.
double number_of(const Example& example);
/// The classes of a row. Of a single-label row a list is a UserError.
std::vector<std::string> classes_of(const Example& example, Problem problem);

}  // namespace tutti::task::classification
