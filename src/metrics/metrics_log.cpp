// SPDX-License-Identifier: Apache-2.0
#include "metrics/metrics_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "metrics/metrics_line.h"

namespace tutti::metrics {
namespace {

using Phase = MetricsLine::Phase;

/// The lines of a text, without an unterminated last one. Calls `bad` for each invalid line.
template <typename Bad>
std::vector<MetricsLine> parse_lines(std::string_view text, const std::string& name, Bad bad) {
  std::vector<MetricsLine> lines;
  int64_t number = 0;
  for (size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
    number++;
    try {
      lines.push_back(parse_metrics_line(text.substr(0, end), fmt::format("{}:{}", name, number)));
    } catch (const UserError& error) {
      bad(error);
    }
  }
  return lines;
}

/// The name of the value called `key` in a run's history.
std::string name_of_value(const std::string& key, Phase phase) {
  if (key == "epoch") return key;
  if (phase == Phase::train) return "train/" + key;
  return "eval/" + (key.starts_with("eval_") ? key.substr(5) : key);
}

std::string shown(const Path& path) {
  return escaped(path.string(), 1000);
}

}  // namespace

std::vector<MetricsLine> read_metrics(const Path& file) {
  return parse_lines(read_file(file, size_t{1} << 30), shown(file),
                     [](const UserError& error) { throw UserError(error); });
}

std::vector<MetricsLine> metrics_of_history(const nlohmann::json& history) {
  std::vector<MetricsLine> lines;
  if (!history.is_array()) return lines;
  for (const nlohmann::json& entry : history) {
    if (!entry.is_object() || !entry.contains("step") || !entry["step"].is_number_integer())
      continue;
    MetricsLine line;
    line.step = entry["step"].get<int64_t>();
    for (const auto& [key, value] : entry.items())
      if (key.starts_with("eval_")) line.phase = Phase::eval;
    for (const auto& [key, value] : entry.items()) {
      if (key == "step" || !(value.is_number() || value.is_null())) continue;
      line.values.emplace_back(name_of_value(key, line.phase),
                               value.is_null() ? NAN : value.get<double>());
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

MetricsLog::MetricsLog(const Path& file, int64_t last_kept, const nlohmann::json& history)
    : path_(file) {
  Lines lines = kept(last_kept);
  for (MetricsLine& line : metrics_of_history(history))
    if (line.step <= last_kept) lines.try_emplace(key_of(line), std::move(line));
  rewrite(lines);
}

MetricsLog::Key MetricsLog::key_of(const MetricsLine& line) {
  const double time = line.phase == Phase::regroup ? line.value("time") : 0;
  return {line.step, line.phase, std::isfinite(time) ? time : 0};
}

MetricsLog::~MetricsLog() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

MetricsLog::Lines MetricsLog::kept(int64_t last_kept) const {
  Lines lines;
  std::error_code failure;
  if (last_kept < 0 || !std::filesystem::exists(path_, failure)) return lines;
  const auto warn = [](const UserError& error) {
    log_warning("{}; the line is left out", error.what());
  };
  for (MetricsLine& line : parse_lines(read_file(path_, size_t{1} << 30), shown(path_), warn))
    if (line.step <= last_kept) lines.insert_or_assign(key_of(line), std::move(line));
  return lines;
}

void MetricsLog::rewrite(const Lines& lines) {
  write_file_atomically(path_, [&](const WritePiece& piece) {
    for (const auto& [key, line] : lines) piece(text_of(line));
  });
  for (const auto& [key, line] : lines)
    if (line.phase != Phase::train) evaluations_.insert(key);
  const std::lock_guard lock(guard_);
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0)
    io_error("{}: cannot be opened: {}", shown(path_), std::generic_category().message(errno));
}

void MetricsLog::append(const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int failure = errno;
      // Half a line would be joined with the next one.
      const off_t end = ::lseek(descriptor_, 0, SEEK_END);
      if (done > 0 && (end < 0 || ::ftruncate(descriptor_, end - static_cast<off_t>(done)) != 0))
        log_warning("{}: half a line stays there", shown(path_));
      io_error("{}: writing failed: {}", shown(path_), std::generic_category().message(failure));
    }
    done += static_cast<size_t>(written);
  }
}

void MetricsLog::write(const MetricsLine& line) {
  const Key key = key_of(line);
  if (line.phase == Phase::train || evaluations_.insert(key).second) {
    append(text_of(line));
    return;
  }
  Lines lines = kept(std::numeric_limits<int64_t>::max());
  lines.insert_or_assign(key, line);
  rewrite(lines);
}

void MetricsLog::sync() {
  int own = -1;
  {
    const std::lock_guard lock(guard_);
    own = ::dup(descriptor_);
  }
  if (own < 0)
    io_error("{}: cannot be opened: {}", shown(path_), std::generic_category().message(errno));
  const int failure = ::fsync(own) == 0 ? 0 : errno;
  ::close(own);
  if (failure != 0 && failure != EINVAL)
    io_error("{}: fsync failed: {}", shown(path_), std::generic_category().message(failure));
}

}  // namespace tutti::metrics
