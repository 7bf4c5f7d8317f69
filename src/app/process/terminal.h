// SPDX-License-Identifier: Apache-2.0
// What is shown on a terminal: panels, bars and times.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/process/global_options.h"

namespace tutti::app {

/// Rows of "name  value" under a title, on stderr; on a terminal long values are broken between
/// words and go on below their beginning.
void show_panel(const GlobalOptions& global, const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& rows);

/// "1 h 02 min", "3 min 20 s", "12 s".
std::string human_seconds(double seconds);

/// `columns` characters: the figures from the first on that fit beside a bar, which is left out
/// where even the first one leaves no room for it.
std::string progress_line(int columns, int64_t done, int64_t total,
                          const std::vector<std::string>& figures);

/// Shows such a line at the end of the terminal behind stderr (show_bar() in output.h).
void draw_bar(int64_t done, int64_t total, const std::vector<std::string>& figures);

}  // namespace tutti::app
