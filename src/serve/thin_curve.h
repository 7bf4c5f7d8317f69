// SPDX-License-Identifier: Apache-2.0
// Reduces a curve of any length to a bounded number of points, for a picture that is redrawn while
// the curve grows.
#pragma once

#include <cstdint>
#include <vector>

#include "metrics/run_data.h"

namespace tutti::serve {

class ThinCurve {
 public:
  /// Keeps at most `most` + 2 points; a `most` below 4 counts as 4.
  explicit ThinCurve(size_t most = 2'000);

  /// Appends a point, unless its value is not finite.
  void add(const metrics::RunPoint& point);
  /// The first point, the last point, and those with the smallest and largest value of each
  /// stretch, in the order in which they were added.
  std::vector<metrics::RunPoint> points() const;

 private:
  struct Numbered {
    int64_t number = 0;  // among the points that were added
    metrics::RunPoint point;
  };
  struct Stretch {
    Numbered least, most;
  };
  static void take(Stretch& stretch, const Numbered& one);

  size_t most_stretches_;
  int64_t added_ = 0;
  int64_t length_ = 1;  // points of a stretch
  std::vector<Stretch> stretches_;
  Numbered first_, last_;
};

}  // namespace tutti::serve
