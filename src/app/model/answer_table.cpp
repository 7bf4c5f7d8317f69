// SPDX-License-Identifier: Apache-2.0
#include "app/model/answer_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/process/wrap.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::array<std::string, 4>;

std::string text_of(const Json& answer) {
  return answer["answer"].get<std::string>();
}

/// An empty answer, which means that there is none, has no place.
bool has_place(const Json& answer) {
  return answer.contains("start") && !text_of(answer).empty();
}

bool overlaps(const Json& a, const Json& b) {
  return has_place(a) && has_place(b) && a["start"].get<int64_t>() < b["end"].get<int64_t>() &&
         b["start"].get<int64_t>() < a["end"].get<int64_t>();
}

std::vector<Json> best_of_overlapping(const Json& answers, size_t most) {
  std::vector<Json> best;
  for (const Json& answer : answers) {
    const bool is_new = std::none_of(best.begin(), best.end(),
                                     [&](const Json& other) { return overlaps(answer, other); });
    if (is_new && best.size() < most) best.push_back(answer);
  }
  return best;
}

Row row_of(const Json& answer) {
  const std::string text = text_of(answer);
  return {fmt::format("{:.4f}", answer["probability"].get<double>()),
          fmt::format("{:.4f}", answer["score"].get<double>()),
          has_place(answer)
              ? fmt::format("{}-{}", answer["start"].get<int64_t>(), answer["end"].get<int64_t>())
              : "-",
          // On a terminal control characters of an answer are shown, not obeyed.
          text.empty() ? "(no answer)" : escaped(text, text.size())};
}

}  // namespace

std::string answer_table(const nlohmann::ordered_json& answers, size_t most, size_t columns) {
  std::vector<Row> rows = {{"probability", "score", "position", "answer"}};
  bool has_places = false;
  for (const Json& answer : best_of_overlapping(answers, most)) {
    has_places |= answer.contains("start");
    rows.push_back(row_of(answer));
  }
  Row::value_type text;
  std::array<size_t, 3> widths{};
  for (const Row& row : rows)
    for (size_t i = 0; i < widths.size(); i++) widths[i] = std::max(widths[i], row[i].size());
  for (const Row& row : rows) {
    std::string line;
    for (size_t i = 0; i < widths.size(); i++) {
      if (i == 2 && !has_places) continue;
      line += columns == 0 ? row[i] + "\t" : fmt::format("{:>{}}  ", row[i], widths[i]);
    }
    text += wrapped(line + row[3], columns, line.size()) + "\n";
  }
  return text;
}

}  // namespace tutti::app
