// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/child_report.h"

#include <tuple>

#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

constexpr std::string_view kLastLine = "end";

}  // namespace

std::pair<std::string_view, std::string_view> split_at(std::string_view text, char separator) {
  const size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

std::string report_text(std::string_view title, const ReportLines& lines) {
  std::string text = fmt::format("\n{}\n", title);
  for (const auto& [key, value] : lines) text += fmt::format("{} {}\n", key, escaped(value, 4000));
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
    lines.emplace_back(key, value);
  }
  return std::nullopt;
}

}  // namespace tutti::backend::pjrt
