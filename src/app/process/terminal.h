// SPDX-License-Identifier: Apache-2.0
// Panels, bars and times for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/process/global_options.h"

namespace tutti::app {

/// Rows of "name  value" under a title, on stderr; on a terminal long values break between words
/// and continue below their beginning.
void show_panel(const GlobalOptions& global, const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& rows);

/// "1 h 02 min", "3 min 20 s", "12 s".
std::string human_seconds(double seconds);

/// A line of `columns` characters: a bar, and as many figures, from the first on, as fit beside it.
/// There is no bar if even the first figure leaves no room for it.
std::string progress_line(int columns, int64_t done, int64_t total,
                          const std::vector<std::string>& figures);

/// Shows such a line at the end of stderr's terminal (show_bar() in output.h).
void draw_bar(int64_t done, int64_t total, const std::vector<std::string>& figures);

}  // namespace tutti::app
