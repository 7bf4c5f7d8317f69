// SPDX-License-Identifier: Apache-2.0
// Adds the sums of a step bucket by bucket on its own thread, while the process computes later
// buckets. The thread sleeps until a bucket is ready or a message arrives.
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
  /// `sum` has begun a step and sent nothing. Nothing else may use it during this object's
  /// lifetime.
  BackgroundSum(Communicator& communicator, TreeSum& sum);
  /// If finish() has not returned, the step and the communicator have failed.
  ~BackgroundSum();
  BackgroundSum(const BackgroundSum&) = delete;
  BackgroundSum& operator=(const BackgroundSum&) = delete;

  /// Sends a bucket of one of this process's nodes; its data must be in the sum's part(). Rethrows
  /// an error of the thread.
  void send(size_t node, size_t bucket);
  /// Waits for everything to arrive and returns the sums of all nodes. This process has sent all
  /// its buckets.
  std::span<const float> finish();

  /// Seconds before finish() in which the thread added or waited for other processes.
  double hidden_seconds() const { return hidden_; }

 private:
  using Clock = std::chrono::steady_clock;
  void add_all();
  /// Sleeps until this process has sent all its parts of a bucket and returns that bucket; nullopt
  /// if the step failed.
  std::optional<size_t> next_bucket();
  double busy_seconds() const;

  Communicator& communicator_;
  TreeSum& sum_;
  std::optional<Communicator::Computing> computing_;  // until finish()
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<size_t> missing_;  // by bucket: nodes of this process not yet sent
  std::deque<size_t> ready_;     // buckets to add, in order of arrival
  bool ends_ = false;
  std::exception_ptr failure_;
  std::optional<Clock::time_point> busy_since_;
  double busy_ = 0;    // seconds
  double hidden_ = 0;  // the part before finish()
  std::thread thread_;
};

}  // namespace tutti::comm
