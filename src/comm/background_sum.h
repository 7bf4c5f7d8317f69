// SPDX-License-Identifier: Apache-2.0
// Adds the sums of a step in a thread of its own, bucket by bucket, while the process computes the
// rest of them: the thread sleeps until a bucket is there, and until messages have come.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "comm/tree_sum.h"

namespace tutti::comm {

class BackgroundSum {
 public:
  /// `sum` has begun a step, and nothing was sent. It is used by nobody else until this is gone.
  BackgroundSum(Communicator& communicator, TreeSum& sum);
  /// Where finish() did not return, the step has failed, and with it the communicator.
  ~BackgroundSum();
  BackgroundSum(const BackgroundSum&) = delete;
  BackgroundSum& operator=(const BackgroundSum&) = delete;

  /// Sends a bucket of a node of this process, which is in the sum's part() now. Throws what has
  /// failed in the thread.
  void send(size_t node, size_t bucket);
  /// The sums of all nodes, once everything has come. All of this process was sent.
  std::span<const float> finish();

  /// The seconds that the thread was busy before finish(): it added, or waited for others.
  double hidden_seconds() const { return hidden_; }

 private:
  using Clock = std::chrono::steady_clock;
  void add_all();
  /// Sleeps until this process has sent all of some bucket, and gives it; nothing where the step
  /// has failed.
  std::optional<size_t> next_bucket();
  double busy_seconds() const;

  Communicator& communicator_;
  TreeSum& sum_;
  std::optional<Communicator::Computing> computing_;  // until finish()
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<size_t> missing_;  // of each bucket: nodes of this process that were not sent
  std::deque<size_t> ready_;     // buckets that are to be added, in the order in which they came
  bool ends_ = false;
  std::exception_ptr failure_;
  std::optional<Clock::time_point> busy_since_;
  double busy_ = 0;    // seconds
  double hidden_ = 0;  // of them before finish()
  std::thread thread_;
};

}  // namespace tutti::comm
