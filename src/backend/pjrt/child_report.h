// SPDX-License-Identifier: Apache-2.0
// What a child process tells its parent on its stdout: a title, a value a line with its key before
// it, and an end, so that a report that is cut off is known.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::backend::pjrt {

/// Keys and values, in their order; a key can come more than once.
using ReportLines = std::vector<std::pair<std::string, std::string>>;

/// The report as text. Values are made safe to show: at most 4,000 bytes, each line escaped. The
/// lines of a value stay lines.
std::string report_text(std::string_view title, const ReportLines& lines);

/// Reads the report of that title out of everything that a child wrote, which may have other lines
/// before it. Empty if it is not complete.
std::optional<ReportLines> read_report(std::string_view title, std::string_view text);

/// The text before and after the first separator; without one, all of it is before.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, char separator);

}  // namespace tutti::backend::pjrt
