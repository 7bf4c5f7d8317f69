// SPDX-License-Identifier: Apache-2.0
// A curve of any length in a bounded number of points, for a picture that is drawn again and again
// while the curve grows.
#pragma once

#include <cstdint>
#include <vector>

#include "metrics/run_data.h"

namespace tutti::serve {

class ThinCurve {
 public:
  /// At most `most` + 2 points are kept; at least 4 are.
  explicit ThinCurve(size_t most = 2'000);

  /// Adds a point after the others. One whose value is not finite is left out.
  void add(const metrics::RunPoint& point);
  /// Of each stretch of points the smallest and the largest value, the first point and the last, in
  /// the order in which they were added.
  std::vector<metrics::RunPoint> points() const;

 private:
  struct Numbered {
    int64_t number = 0;  // of the points that were added
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
