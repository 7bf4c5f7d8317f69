// SPDX-License-Identifier: Apache-2.0
// metrics.jsonl: a training's measurements, one line per log entry and evaluation. A resumed run
// continues the same file, without duplicate or missing lines.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/files.h"
#include "metrics/metrics_line.h"

namespace tutti::metrics {

inline constexpr const char* kMetricsFile = "metrics.jsonl";

/// The lines of a file. Skips an incomplete last line, because its writer may still be at work.
/// Throws a UserError that names any other invalid line.
std::vector<MetricsLine> read_metrics(const Path& file);

/// The lines of trainer_state.json's list "log_history"; transformers writes the same list.
std::vector<MetricsLine> metrics_of_history(const nlohmann::json& history);

class MetricsLog {
 public:
  /// Keeps the lines of an existing file up to step `last_kept`; -1 keeps none. `history` is the
  /// log of the resumed run: its lines that the file lacks are added. Throws a UserError of exit
  /// code 5 if the file system fails.
  MetricsLog(const Path& file, int64_t last_kept, const nlohmann::json& history);
  ~MetricsLog();
  MetricsLog(const MetricsLog&) = delete;
  MetricsLog& operator=(const MetricsLog&) = delete;

  /// Appends a line, or replaces the earlier evaluation of the same step. Readers see it when the
  /// call returns.
  void write(const MetricsLine& line);
  /// Makes all lines durable: called before a checkpoint completes, so that no checkpoint has more
  /// steps than the file. Any thread may call it, and concurrent writes do not wait for it.
  void sync();

 private:
  /// A step, its phase, and the time of a regrouping, because a step may have several.
  using Key = std::tuple<int64_t, MetricsLine::Phase, double>;
  using Lines = std::map<Key, MetricsLine>;

  static Key key_of(const MetricsLine& line);
  Lines kept(int64_t last_kept) const;
  void rewrite(const Lines& lines);
  void append(const std::string& text);

  Path path_;
  std::mutex guard_;  // guards descriptor_
  int descriptor_ = -1;
  std::set<Key> evaluations_;  // a training step is logged once, an evaluation may repeat
};

}  // namespace tutti::metrics
