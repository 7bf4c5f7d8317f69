// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/child_report.h"

#include <tuple>

#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

constexpr std::string_view kLastLine = "end";
constexpr std::string_view kNextLine = "+";  // in the place of a key: of the value before
constexpr size_t kLongestValue = 4000;

}  // namespace

std::pair<std::string_view, std::string_view> split_at(std::string_view text, char separator) {
  const size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

std::string report_text(std::string_view title, const ReportLines& lines) {
  std::string text = fmt::format("\n{}\n", title);
  for (const auto& [key, value] : lines) {
    std::string_view name = key, rest = std::string_view(value).substr(0, kLongestValue);
    do {
      std::string_view line;
      std::tie(line, rest) = split_at(rest, '\n');
      text += fmt::format("{} {}\n", name, escaped(line, kLongestValue));
      name = kNextLine;
    } while (!rest.empty());
    if (value.size() > kLongestValue) text += fmt::format("{} ...\n", kNextLine);
  }
  return text + fmt::format("{}\n", kLastLine);
}

std::optional<ReportLines> read_report(std::string_view title, std::string_view text) {
  const std::string first = fmt::format("\n{}\n", title);
  const size_t begin = text.find(first);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin + first.size());
  ReportLines lines;
  while (!text.empty()) {
    std::string_view whole;
    std::tie(whole, text) = split_at(text, '\n');
    if (whole == kLastLine) return lines;
    const auto [key, value] = split_at(whole, ' ');
    if (key == kNextLine && !lines.empty())
      lines.back().second += fmt::format("\n{}", value);
    else
      lines.emplace_back(key, value);
  }
  return std::nullopt;
}

}  // namespace tutti::backend::pjrt
