// SPDX-License-Identifier: Apache-2.0
#include "app/process/output.h"

#include <spdlog/sinks/ansicolor_sink.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/process/addresses.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::app {
namespace {

/// Writes all of a text; gives the error's number, 0 for none.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

std::string_view prefix_of(LogLevel level) {
  if (level == LogLevel::warning) return "warning: ";
  if (level == LogLevel::error) return "error: ";
  return "";
}

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warning:
      return spdlog::level::warn;
    case LogLevel::error:
      break;
  }
  return spdlog::level::err;
}

std::atomic<bool> bar_is_shown = false;

/// What takes away the bar that is at the end of the terminal; empty where there is none.
std::string bar_eraser() {
  if (!bar_is_shown.exchange(false)) return "";
  return "\r" + std::string(static_cast<size_t>(std::max(terminal_width() - 1, 0)), ' ') + "\r";
}

}  // namespace

void write_result(std::string_view text) {
  if (const int error = write_all(STDOUT_FILENO, text))
    io_error("standard output: {}", std::strerror(error));
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

int terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void log_to_stderr(const GlobalOptions& options) {
  using spdlog::color_mode;
  using spdlog::level::level_enum;
  auto sink = std::make_shared<spdlog::sinks::ansicolor_stderr_sink_mt>(
      options.colour ? color_mode::always : color_mode::never);
  for (const auto level : {level_enum::debug, level_enum::info}) sink->set_color(level, "");
  auto logger = std::make_shared<spdlog::logger>("tutti", std::move(sink));
  logger->set_pattern("%^%v%$");
  logger->set_level(options.verbose ? level_enum::debug
                    : options.quiet ? level_enum::warn
                                    : level_enum::info);
  logger->flush_on(level_enum::trace);
  logger->set_error_handler([](const std::string&) {});
  set_log_sink([logger, speaker = options.speaker](LogLevel level, const std::string& message) {
    if (logger->should_log(spdlog_level(level))) erase_bar();
    logger->log(spdlog_level(level), "{}{}{}", speaker, prefix_of(level),
                escaped_lines(with_addresses(message)));
  });
}

void speak_as(int64_t rank, const GlobalOptions& global, GlobalOptions& shown) {
  shown.speaker = rank < 0 ? "newcomer: " : fmt::format("rank {}: ", rank);
  shown.quiet = global.quiet || rank != 0;
  shown.terminal = global.terminal && rank == 0;
  log_to_stderr(shown);
}

}  // namespace tutti::app
