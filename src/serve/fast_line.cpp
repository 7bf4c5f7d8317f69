// SPDX-License-Identifier: Apache-2.0
#include "serve/fast_line.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"

namespace tutti::serve {
namespace {

using Phase = metrics::MetricsLine::Phase;

constexpr size_t kMostValues = 50;  // compared with each other to find duplicates

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes `what` from the front.
bool take(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

std::string_view take_digits(std::string_view& text) {
  size_t count = 0;
  while (count < text.size() && is_digit(text[count])) count++;
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

/// Takes a JSON number; empty if there is none.
std::string_view take_number(std::string_view& text) {
  const std::string_view begin = text;
  take(text, "-");
  const std::string_view whole = take_digits(text);
  if (whole.empty() || (whole.size() > 1 && whole[0] == '0')) return {};
  if (take(text, ".") && take_digits(text).empty()) return {};
  if (take(text, "e") || take(text, "E")) {
    if (!take(text, "+")) take(text, "-");
    if (take_digits(text).empty()) return {};
  }
  return begin.substr(0, begin.size() - text.size());
}

/// Takes "text" and returns what is between the quotes; empty if it is not a plain name.
std::string_view take_name(std::string_view& text) {
  if (!take(text, "\"")) return {};
  size_t count = 0;
  const auto is_plain = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '/' || c == '.' || c == '-';
  };
  while (count < text.size() && is_plain(text[count])) count++;
  const std::string_view name = text.substr(0, count);
  text.remove_prefix(count);
  return take(text, "\"") ? name : std::string_view();
}

template <typename Number>
bool parse_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool parse_phase(std::string_view text, Phase& phase) {
  for (const Phase one : {Phase::train, Phase::eval, Phase::final})
    if (text == metrics::name_of(one)) {
      phase = one;
      return true;
    }
  return false;
}

}  // namespace

std::optional<metrics::MetricsLine> fast_metrics_line(std::string_view text) {
  metrics::MetricsLine line;
  bool has_phase = false, has_step = false;
  if (!take(text, "{")) return std::nullopt;
  do {
    const std::string_view name = take_name(text);
    if (name.empty() || !take(text, ":")) return std::nullopt;
    if (name == "phase") {
      if (has_phase || !parse_phase(take_name(text), line.phase)) return std::nullopt;
      has_phase = true;
      continue;
    }
    const std::string_view number = take_number(text);
    if (name == "step") {
      if (has_step || !parse_number(number, line.step)) return std::nullopt;
      has_step = true;
      continue;
    }
    double value = 0;
    if (!parse_number(number, value) || line.values.size() == kMostValues) return std::nullopt;
    for (const auto& [known, before] : line.values)
      if (known == name) return std::nullopt;
    line.values.emplace_back(name, value);
  } while (take(text, ","));
  if (text != "}" || !has_phase || !has_step) return std::nullopt;
  return line;
}

metrics::MetricsLine metrics_line(std::string_view text, int64_t number) {
  if (auto fast = fast_metrics_line(text)) return *std::move(fast);
  return metrics::parse_metrics_line(text, fmt::format("{}:{}", metrics::kMetricsFile, number));
}

}  // namespace tutti::serve
