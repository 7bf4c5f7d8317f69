// SPDX-License-Identifier: Apache-2.0
#include "app/cli/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tutti::app {
namespace {

constexpr size_t kLongestTyped = 80;  // beyond it nothing is near, and the distance is quadratic

/// Levenshtein's distance; '-' and '_' are one character.
size_t edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) { return (x == '-' ? '_' : x) == (y == '-' ? '_' : y); };
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); j++) {
      const size_t changed = diagonal + (same(a[i], b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  if (typed.size() > kLongestTyped) return "";
  std::string best;
  size_t best_distance = std::max<size_t>(2, typed.size() / 3) + 1;
  for (const std::string& name : names) {
    const size_t distance = edit_distance(typed, name);
    if (distance < best_distance && distance < name.size()) {
      best_distance = distance;
      best = name;
    }
  }
  if (!best.empty() || typed.size() < 4) return best;
  // "--batch_size" is far from "--per_device_train_batch_size" and yet it is what was meant.
  const auto holds = [&](const std::string& name) { return name.find(typed) != std::string::npos; };
  const auto found = std::find_if(names.begin(), names.end(), holds);
  return found == names.end() ? "" : *found;
}

std::string suggestion(std::string_view typed, const std::vector<std::string>& names,
                       std::string_view before, std::string_view after) {
  const std::string name = nearest(typed, names);
  if (name.empty()) return "";
  return fmt::format("; did you mean {}{}{}?", before, name, after);
}

}  // namespace tutti::app
