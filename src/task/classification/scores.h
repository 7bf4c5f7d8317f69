// SPDX-License-Identifier: Apache-2.0
// How well texts were classified, by the names that GLUE's metrics have.
#pragma once

#include "task/task.h"

namespace tutti::task::classification {

/// Of one class each: accuracy, F1 and Matthews' correlation, as scikit-learn computes them.
Evaluation score_labels(std::span<const int32_t> found, std::span<const int32_t> expected,
                        size_t labels);
/// Of any number of `labels` classes each, row by row: which share of rows is right, and F1 over
/// all classes together (micro) and as the mean of theirs (macro).
Evaluation score_label_sets(std::span<const uint8_t> found, std::span<const uint8_t> expected,
                            size_t labels);
/// Of numbers: the mean squared error, Pearson's and Spearman's correlation, and the mean of these.
Evaluation score_numbers(std::span<const double> found, std::span<const double> expected);

}  // namespace tutti::task::classification
