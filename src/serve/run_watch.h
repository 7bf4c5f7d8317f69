// SPDX-License-Identifier: Apache-2.0
// Reads a training's curves while its file grows.
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
  /// `folder` has a metrics.jsonl or event files; curves are read from no other file.
  explicit RunWatch(Path folder) : folder_(std::move(folder)) {}
  RunWatch(RunWatch&&) = default;  // not copied: places_ points into curves_
  RunWatch& operator=(RunWatch&&) = default;

  /// Reads what was added since the last call: a metrics.jsonl for at most `budget`, event files
  /// whole, and only if one of them has changed. Rereads a file that was replaced or is now
  /// shorter.
  void read_on(std::chrono::milliseconds budget);
  /// The share of the file that has been read, in [0, 1].
  double share_read() const { return share_; }

  /// The curves read so far, with at most about 2,000 points each, and the folder's JSON files as
  /// they are now. The notes say what could not be read.
  metrics::RunData data(const std::string& name) const;

 private:
  void start_anew();
  void read_metrics(const Path& file, std::chrono::milliseconds budget);
  void take_lines(std::string_view text);
  void take_line(const metrics::MetricsLine& line);
  ThinCurve& curve_of(const std::string& tag, size_t place);
  void read_events();

  Path folder_;
  std::string version_;  // of the files: when it changes, they are reread
  uint64_t offset_ = 0;  // of the first byte that was not read
  int64_t lines_ = 0;
  double share_ = 0;
  std::map<std::string, ThinCurve> curves_;
  /// The curve of each value of the last line, in order: the next line usually has the same values.
  std::vector<std::map<std::string, ThinCurve>::iterator> places_;
  std::map<std::string, double> last_;  // the evaluation after the training
  std::vector<std::string> notes_;
};

/// The whole lines within the last `bytes` of a file.
std::string last_lines(const Path& file, size_t bytes);

/// The event files directly in a folder, by name.
std::vector<Path> event_files_in(const Path& folder);

}  // namespace tutti::serve
