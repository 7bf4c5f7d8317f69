// SPDX-License-Identifier: Apache-2.0
// When work has to end by itself. Loops over somebody else's program ask it once a round.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "base/error.h"

namespace tutti {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  /// Never passes.
  Deadline() = default;
  /// Passes so many seconds from now.
  explicit Deadline(double seconds)
      : seconds_(seconds),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

  bool is_set() const { return end_.has_value(); }
  bool passed() const { return end_ && Clock::now() >= *end_; }

  /// Throws a UserError of exit code 1 that begins with `what` once it has passed.
  void hold(std::string_view what) const {
    if (!passed()) return;
    throw UserError(ExitCode::check_failed,
                    fmt::format("{} has not ended within {} s; allow more time, or make sure that "
                                "every loop ends",
                                what, seconds_));
  }

 private:
  double seconds_ = 0;
  std::optional<Clock::time_point> end_;
};

}  // namespace tutti
