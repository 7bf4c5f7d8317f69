// SPDX-License-Identifier: Apache-2.0
// A training's curves, which are read while its file grows.
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "base/files.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "metrics/run_data.h"
#include "serve/thin_curve.h"

namespace tutti::serve {

class RunWatch {
 public:
  /// `folder` has a metrics.jsonl or event files; nothing else in it is read as curves.
  explicit RunWatch(Path folder) : folder_(std::move(folder)) {}
  RunWatch(RunWatch&&) = default;  // not copied: places_ points into curves_
  RunWatch& operator=(RunWatch&&) = default;

  /// Reads what has come since the last call; a file of metrics for `budget` at most, event files
  /// whole, and only where one of them has changed. A file that was replaced or is shorter than
  /// before is read anew.
  void read_on(std::chrono::milliseconds budget);
  /// The share of the file that has been read, in [0, 1].
  double share_read() const { return share_; }

  /// The curves read so far, with at most about 2,000 points each, and the JSON files of the folder
  /// as they are now. Its notes say what could not be read.
  metrics::RunData data(const std::string& name) const;

 private:
  void start_anew();
  void read_metrics(const Path& file, std::chrono::milliseconds budget);
  void take_lines(std::string_view text);
  void take_line(const metrics::MetricsLine& line);
  ThinCurve& curve_of(const std::string& tag, size_t place);
  void read_events();

  Path folder_;
  std::string version_;  // of the files: where it changes, they are read anew
  uint64_t offset_ = 0;  // of the first byte that was not read
  int64_t lines_ = 0;
  double share_ = 0;
  std::map<std::string, ThinCurve> curves_;
  /// The curve of each value of the last line, in order: the next line mostly has the same ones.
  std::vector<std::map<std::string, ThinCurve>::iterator> places_;
  std::map<std::string, double> last_;  // the evaluation after the training
  std::vector<std::string> notes_;
};

/// Whole lines at the end of a file, of its last `bytes` at most.
std::string last_lines(const Path& file, size_t bytes);

/// The event files that are in a folder itself, by name.
std::vector<Path> event_files_in(const Path& folder);

}  // namespace tutti::serve
