// SPDX-License-Identifier: Apache-2.0
#include "app/shell/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
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

std::vector<std::string_view> words_of(std::string_view name) {
  std::vector<std::string_view> words;
  while (!name.empty()) {
    const size_t length = std::min(name.find_first_of("_- "), name.size());
    if (length > 0) words.push_back(name.substr(0, length));
    name.remove_prefix(std::min(name.size(), length + 1));
  }
  return words;
}

/// Whether each typed word begins a word of the name, in this order: "num_epochs" and
/// "num_train_epochs".
bool begins_words(const std::vector<std::string_view>& typed,
                  const std::vector<std::string_view>& name) {
  auto next = typed.begin();
  for (const std::string_view word : name)
    if (next != typed.end() && word.starts_with(*next)) ++next;
  return next == typed.end();
}

std::string initials(const std::vector<std::string_view>& words) {
  std::string letters;
  for (const std::string_view word : words) letters += word.front();
  return letters;
}

/// Of the names that `typed` abbreviates, the first with the fewest words: "lr" is learning_rate,
/// "max_length" is max_seq_length. Names that end with several typed words are listed in the order
/// of their use, and the first is meant: "batch_size" is per_device_train_batch_size. Empty if
/// there is none.
std::string abbreviated(std::string_view typed, const std::vector<std::string>& names) {
  const auto typed_words = words_of(typed);
  if (typed.size() < 2 || typed_words.empty()) return "";
  std::string best;
  size_t best_words = SIZE_MAX;
  for (const std::string& name : names) {
    if (typed_words.size() > 1 && name.ends_with(typed)) return name;
    const auto words = words_of(name);
    const bool is_meant = begins_words(typed_words, words) || initials(words) == typed;
    if (!is_meant || words.size() >= best_words) continue;
    best = name;
    best_words = words.size();
  }
  return best;
}

/// The nearest name within a distance of `limit`; empty if there is none.
std::string least_distant(std::string_view typed, const std::vector<std::string>& names,
                          size_t limit) {
  std::string best;
  for (const std::string& name : names) {
    const size_t distance = edit_distance(typed, name);
    if (distance > limit || distance >= name.size()) continue;
    if (distance == limit && !best.empty()) continue;
    best = name;
    limit = distance;
  }
  return best;
}

}  // namespace

std::string nearest(std::string_view typed, const std::vector<std::string>& names) {
  constexpr size_t kTypingError = 2;
  if (typed.size() > kLongestTyped) return "";
  if (auto name = least_distant(typed, names, kTypingError); !name.empty()) return name;
  if (auto name = abbreviated(typed, names); !name.empty()) return name;
  if (auto name = least_distant(typed, names, typed.size() / 3); !name.empty()) return name;
  if (typed.size() < 4) return "";
  // What was typed may be part of a name's word.
  const auto holds = [&](const std::string& name) { return name.find(typed) != std::string::npos; };
  const auto found = std::find_if(names.begin(), names.end(), holds);
  return found == names.end() ? "" : *found;
}

std::string suggestion(std::string_view typed, const std::vector<std::string>& names,
                       std::string_view before, std::string_view after) {
  const std::string name = nearest(typed, names);
  if (name.empty()) return "";
  return fmt::format(". Did you mean {}{}{}?", before, name, after);
}

}  // namespace tutti::app
