// SPDX-License-Identifier: Apache-2.0
#include "app/process/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/process/addresses.h"
#include "app/process/colour.h"
#include "app/process/wrap.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::app {
namespace {

/// Writes a whole text; returns the error's number, or 0.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

std::string prefix_of(LogLevel level, bool is_coloured) {
  if (level == LogLevel::warning) return coloured(Colour::warning, "warning:", is_coloured) + " ";
  if (level == LogLevel::error) return coloured(Colour::error, "error:", is_coloured) + " ";
  return "";
}

LogLevel least_level(const GlobalOptions& options) {
  if (options.verbose) return LogLevel::debug;
  return options.quiet ? LogLevel::warning : LogLevel::info;
}

std::atomic<bool> bar_is_shown = false;

/// The text that erases the bar at the end of the terminal; empty if there is none.
std::string bar_eraser() {
  if (!bar_is_shown.exchange(false)) return "";
  return "\r\x1b[2K";
}

}  // namespace

void write_result(std::string_view text) {
  if (::isatty(STDOUT_FILENO) == 1) erase_bar();
  if (const int error = write_all(STDOUT_FILENO, text))
    io_error("standard output: {}", std::strerror(error));
}

void write_text(std::string_view text) {
  write_result(wrapped_lines(text, columns_of_terminal(STDOUT_FILENO)));
}

void write_result_json(const nlohmann::ordered_json& value) {
  write_result(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

void write_message(std::string_view text) {
  write_all(STDERR_FILENO, bar_eraser() + with_addresses(std::string(text)));
}

void show_bar(std::string_view line) {
  write_all(STDERR_FILENO, fmt::format("\r{}", line));
  bar_is_shown = true;
}

void keep_bar() {
  if (bar_is_shown.exchange(false)) write_all(STDERR_FILENO, "\n");
}

void erase_bar() {
  write_all(STDERR_FILENO, bar_eraser());
}

size_t columns_of_terminal(int descriptor) {
  constexpr size_t kUsual = 80;
  if (::isatty(descriptor) != 1) return 0;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

void log_to_stderr(const GlobalOptions& options) {
  set_log_sink([least = least_level(options), is_coloured = options.colour,
                speaker = options.speaker](LogLevel level, const std::string& message) {
    if (level < least) return;
    const std::string text =
        speaker + prefix_of(level, is_coloured) + escaped_lines(with_addresses(message));
    write_all(STDERR_FILENO,
              bar_eraser() + wrapped_lines(text, columns_of_terminal(STDERR_FILENO)) + "\n");
  });
}

void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown) {
  shown.speaker = rank < 0 ? "newcomer: " : fmt::format("rank {}: ", rank);
  shown.quiet = global.quiet || rank != 0;
  shown.terminal = global.terminal && rank == 0;
  log_to_stderr(shown);
}

}  // namespace tutti::app
