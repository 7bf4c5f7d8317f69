// SPDX-License-Identifier: Apache-2.0
// How well labels were predicted, and which are the likeliest.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "task/label_names.h"

namespace tutti::task {

nlohmann::ordered_json accuracy_and_f1(std::span<const int32_t> found,
                                       std::span<const int32_t> expected, size_t labels) {
  std::vector<double> hits(labels), guesses(labels), there(labels), f1(labels);
  for (size_t i = 0; i < found.size(); i++) {
    guesses[static_cast<size_t>(found[i])]++;
    there[static_cast<size_t>(expected[i])]++;
    if (found[i] == expected[i]) hits[static_cast<size_t>(found[i])]++;
  }
  for (size_t label = 0; label < labels; label++)
    if (guesses[label] + there[label] > 0)
      f1[label] = 2 * hits[label] / (guesses[label] + there[label]);
  const auto mean = [](const std::vector<double>& values, size_t count) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(count);
  };
  return {{"accuracy", mean(hits, found.size())}, {"f1", labels == 2 ? f1[1] : mean(f1, labels)}};
}

std::vector<RankedLabel> ranked_labels(std::span<const float> logits) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  std::vector<RankedLabel> ranked;
  double sum = 0;
  for (const float logit : logits) {
    ranked.push_back({ranked.size(), std::exp(static_cast<double>(logit) - largest)});
    sum += ranked.back().probability;
  }
  for (RankedLabel& label : ranked) label.probability /= sum;
  std::stable_sort(ranked.begin(), ranked.end(), [&](const RankedLabel& a, const RankedLabel& b) {
    return logits[a.id] > logits[b.id];
  });
  return ranked;
}

}  // namespace tutti::task
