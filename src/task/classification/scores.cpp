// SPDX-License-Identifier: Apache-2.0
#include "task/classification/scores.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "task/correlation.h"
#include "task/label_names.h"

namespace tutti::task::classification {
namespace {

std::string texts(size_t count) {
  return counted(static_cast<int64_t>(count), "text");
}

/// Gorodkin's correlation of several classes (doi:10.1016/j.compbiolchem.2004.09.006), which is
/// Matthews' for two; 0 where one side has one class alone.
double matthews(std::span<const int32_t> found, std::span<const int32_t> expected, size_t labels) {
  std::vector<double> guesses(labels), there(labels);
  double hits = 0;
  for (size_t i = 0; i < found.size(); i++) {
    guesses[static_cast<size_t>(found[i])]++;
    there[static_cast<size_t>(expected[i])]++;
    hits += found[i] == expected[i] ? 1 : 0;
  }
  const auto all = static_cast<double>(found.size());
  double both = 0, of_guesses = 0, of_there = 0;
  for (size_t label = 0; label < labels; label++) {
    both += guesses[label] * there[label];
    of_guesses += guesses[label] * guesses[label];
    of_there += there[label] * there[label];
  }
  const double scale = std::sqrt(all * all - of_guesses) * std::sqrt(all * all - of_there);
  return scale > 0 ? (hits * all - both) / scale : 0;
}

/// F1 of what was found, of what is there and of what is both.
double f1_of(double found, double there, double hits) {
  return found + there > 0 ? 2 * hits / (found + there) : 0;
}

}  // namespace

Evaluation score_labels(std::span<const int32_t> found, std::span<const int32_t> expected,
                        size_t labels) {
  Evaluation evaluation{accuracy_and_f1(found, expected, labels), "", {}};
  const double correlation = matthews(found, expected, labels);
  evaluation.metrics["matthews_correlation"] = correlation;
  evaluation.text =
      fmt::format("accuracy {:.4f}  F1 {:.4f}  Matthews {:.4f}  ({})\n",
                  evaluation.metrics["accuracy"].get<double>(),
                  evaluation.metrics["f1"].get<double>(), correlation, texts(found.size()));
  return evaluation;
}

Evaluation score_label_sets(std::span<const uint8_t> found, std::span<const uint8_t> expected,
                            size_t labels) {
  const size_t rows = found.size() / labels;
  double right = 0, all_found = 0, all_there = 0, all_hits = 0, sum = 0;
  for (size_t row = 0; row < rows; row++)
    right += std::equal(found.begin() + static_cast<std::ptrdiff_t>(row * labels),
                        found.begin() + static_cast<std::ptrdiff_t>((row + 1) * labels),
                        expected.begin() + static_cast<std::ptrdiff_t>(row * labels))
                 ? 1
                 : 0;
  for (size_t label = 0; label < labels; label++) {
    double guesses = 0, there = 0, hits = 0;
    for (size_t at = label; at < rows * labels; at += labels) {
      guesses += found[at];
      there += expected[at];
      hits += found[at] & expected[at];
    }
    all_found += guesses;
    all_there += there;
    all_hits += hits;
    sum += f1_of(guesses, there, hits);
  }
  const double micro = f1_of(all_found, all_there, all_hits);
  const double macro = sum / static_cast<double>(labels);
  const double accuracy = right / static_cast<double>(rows);
  return {{{"accuracy", accuracy}, {"f1", micro}, {"f1_macro", macro}},
          fmt::format("accuracy {:.4f}  F1 micro {:.4f}  macro {:.4f}  ({})\n", accuracy, micro,
                      macro, texts(rows)),
          {}};
}

Evaluation score_numbers(std::span<const double> found, std::span<const double> expected) {
  double sum = 0;
  for (size_t i = 0; i < found.size(); i++)
    sum += (found[i] - expected[i]) * (found[i] - expected[i]);
  const double mse = sum / static_cast<double>(found.size());
  const double linear = pearson(found, expected), ranked = spearman(found, expected);
  return {{{"pearson", linear},
           {"spearmanr", ranked},
           {"combined_score", (linear + ranked) / 2},
           {"mse", mse}},
          fmt::format("Pearson {:.4f}  Spearman {:.4f}  mean squared error {:.4f}  ({})\n", linear,
                      ranked, mse, texts(found.size())),
          {}};
}

}  // namespace tutti::task::classification
