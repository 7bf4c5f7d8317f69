// SPDX-License-Identifier: Apache-2.0
#include "serve/thin_curve.h"

#include <algorithm>
#include <cmath>

namespace tutti::serve {

ThinCurve::ThinCurve(size_t most) : most_stretches_(std::max<size_t>(most / 2, 2)) {}

void ThinCurve::take(Stretch& stretch, const Numbered& one) {
  if (one.point.value < stretch.least.point.value) stretch.least = one;
  if (one.point.value > stretch.most.point.value) stretch.most = one;
}

void ThinCurve::add(const metrics::RunPoint& point) {
  if (!std::isfinite(point.value)) return;
  last_ = {added_, point};
  if (added_ == 0) first_ = last_;
  if (added_++ % length_ != 0) {
    take(stretches_.back(), last_);
    return;
  }
  if (stretches_.size() == most_stretches_) {
    // Merges pairs. A last one without a partner keeps its place and is filled further.
    std::vector<Stretch> halved;
    for (size_t i = 0; i < stretches_.size(); i += 2) {
      halved.push_back(stretches_[i]);
      if (i + 1 == stretches_.size()) continue;
      take(halved.back(), stretches_[i + 1].least);
      take(halved.back(), stretches_[i + 1].most);
    }
    const bool goes_on = stretches_.size() % 2 == 1;
    stretches_ = std::move(halved);
    length_ *= 2;
    if (goes_on) {
      take(stretches_.back(), last_);
      return;
    }
  }
  stretches_.push_back({last_, last_});
}

std::vector<metrics::RunPoint> ThinCurve::points() const {
  std::vector<metrics::RunPoint> points;
  int64_t before = -1;
  const auto put = [&](const Numbered& one) {
    if (one.number <= before) return;
    before = one.number;
    points.push_back(one.point);
  };
  if (added_ == 0) return points;
  put(first_);
  for (const Stretch& stretch : stretches_) {
    const bool rises = stretch.least.number <= stretch.most.number;
    put(rises ? stretch.least : stretch.most);
    put(rises ? stretch.most : stretch.least);
  }
  put(last_);
  return points;
}

}  // namespace tutti::serve
