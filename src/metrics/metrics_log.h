// SPDX-License-Identifier: Apache-2.0
// metrics.jsonl: what a training measured, a line for each log entry and each evaluation. A run
// that is resumed goes on in the same file, so that no line is there twice and none is missing.
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

/// The lines of a file. A last line that is not whole is left out, because its writer may be at
/// work. Any other line that is not as above is a UserError that names it.
std::vector<MetricsLine> read_metrics(const Path& file);

/// The lines that an entry list of trainer_state.json ("log_history") tells of; transformers writes
/// the same list.
std::vector<MetricsLine> metrics_of_history(const nlohmann::json& history);

class MetricsLog {
 public:
  /// Keeps the lines of an existing file up to step `last_kept`; -1 keeps none. `history` is the
  /// log of the run that is resumed: a line that it has and the file lacks is added from it.
  /// Failures of the file system are UserErrors of exit code 5.
  MetricsLog(const Path& file, int64_t last_kept, const nlohmann::json& history);
  ~MetricsLog();
  MetricsLog(const MetricsLog&) = delete;
  MetricsLog& operator=(const MetricsLog&) = delete;

  /// Appends a line, or puts an evaluation in the place of the earlier one of the same step. A
  /// reader sees it when the call returns.
  void write(const MetricsLine& line);
  /// Makes all lines durable: called before a checkpoint is complete, so that no checkpoint knows
  /// of more steps than the file. Any thread may call it, and lines that are written meanwhile do
  /// not wait for it.
  void sync();

 private:
  /// A step, and the time of a regrouping, of which a step may have several.
  using Key = std::tuple<int64_t, MetricsLine::Phase, double>;
  using Lines = std::map<Key, MetricsLine>;

  static Key key_of(const MetricsLine& line);
  Lines kept(int64_t last_kept) const;
  void rewrite(const Lines& lines);
  void append(const std::string& text);

  Path path_;
  std::mutex guard_;  // of the descriptor's number
  int descriptor_ = -1;
  std::set<Key> evaluations_;  // a training step is logged once, an evaluation may be repeated
};

}  // namespace tutti::metrics
