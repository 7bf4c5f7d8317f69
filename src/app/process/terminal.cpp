// SPDX-License-Identifier: Apache-2.0
#include "app/process/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include "app/process/output.h"
#include "app/process/wrap.h"
#include "base/text.h"

namespace tutti::app {

void show_panel(const GlobalOptions& global, const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& rows) {
  if (global.quiet) return;
  size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.first.size());
  std::string text = title + "\n";
  for (const auto& [name, value] : rows)
    text += wrapped(fmt::format("  {:<{}}  {}\n", name, width, escaped_lines(value)),
                    columns_of_terminal(STDERR_FILENO), width + 4);
  write_message(text);
}

std::string human_seconds(double seconds) {
  const int64_t all = std::llround(seconds);
  if (all >= 3600) return fmt::format("{} h {:02} min", all / 3600, all / 60 % 60);
  if (all >= 60) return fmt::format("{} min {:02} s", all / 60, all % 60);
  return fmt::format("{} s", all);
}

std::string progress_line(int columns, int64_t done, int64_t total,
                          const std::vector<std::string>& figures) {
  constexpr size_t kShortestBar = 10;  // with its brackets and a space
  const auto room = static_cast<size_t>(std::max(columns, 0));
  std::string text;
  for (const std::string& figure : figures) {
    const std::string longer = text.empty() ? figure : text + "  " + figure;
    if (!text.empty() && longer.size() + kShortestBar > room) break;
    text = longer;
  }
  if (text.size() + kShortestBar <= room) {
    const size_t inside = room - text.size() - 3;
    const double share =
        static_cast<double>(done) / static_cast<double>(std::max(total, int64_t{1}));
    const auto filled = static_cast<size_t>(static_cast<double>(inside) * std::min(share, 1.0));
    text = "[" + std::string(filled, '#') + std::string(inside - filled, '.') + "] " + text;
  }
  text.resize(room, ' ');
  return text;
}

void draw_bar(int64_t done, int64_t total, const std::vector<std::string>& figures) {
  // A full line would have the cursor in the next one on some terminals.
  const auto columns = static_cast<int>(columns_of_terminal(STDERR_FILENO)) - 1;
  show_bar(progress_line(columns, done, total, figures));
}

}  // namespace tutti::app
