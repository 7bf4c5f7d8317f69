// SPDX-License-Identifier: Apache-2.0
// How the micro-batches of a step are shared out among processes of different speed. Shares change
// the time that a step takes and never its bits (comm/tree.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti::train {

/// What a process measured in a step, in seconds.
struct StepTimes {
  double busy = 0;     // in which it computed micro-batches
  int64_t tokens = 0;  // of these, with their filler
  double waited = 0;   // for the others
  double all = 0;      // that the step took
  double hidden = 0;   // in which sums were added or on their way while it computed
  double exposed = 0;  // the same after it had computed
};

/// Sums of what was measured in each step, in which a step counts for less with every step after
/// it: a mean that follows changes within about ten steps.
class Pace {
 public:
  void add(const StepTimes& step);

  /// 0: not known, because fewer than two steps had a micro-batch of this process. The first of
  /// them does not count, as memory and caches are cold in it.
  float seconds_per_token() const;
  /// The share of a step's time in which the process waits for the others.
  double waiting() const { return share(waited_); }
  /// The shares in which sums are under way while it computes, and after it has computed.
  double hidden() const { return share(hidden_); }
  double exposed() const { return share(exposed_); }

 private:
  double share(double seconds) const { return all_ > 0 ? seconds / all_ : 0; }

  int64_t steps_ = 0;
  double busy_ = 0, tokens_ = 0, waited_ = 0, all_ = 0, hidden_ = 0, exposed_ = 0;
};

/// Shares of so many micro-batches with which the slowest process is done as early as possible, by
/// the seconds for which each process computes a token. Those for which it is not known, 0, count
/// as the mean of the others. Every process has at least one micro-batch where there are as many,
/// because the speed of a process without one is never measured. The same numbers give the same
/// shares on every machine.
std::vector<int64_t> balanced_shares(std::span<const float> seconds, int64_t micro_batches);

/// The next shares of processes that have `shares`: balanced shares where these make a step at
/// least
/// 5 % shorter, else the same ones, so that they do not follow chance. Also where the speed of a
/// process that has micro-batches is not known yet.
std::vector<int64_t> next_shares(const std::vector<int64_t>& shares,
                                 std::span<const float> seconds);

}  // namespace tutti::train
