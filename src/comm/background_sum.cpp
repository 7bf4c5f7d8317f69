// SPDX-License-Identifier: Apache-2.0
#include "comm/background_sum.h"

#include "comm/thread_without_signals.h"

namespace tutti::comm {

BackgroundSum::BackgroundSum(Communicator& communicator, TreeSum& sum)
    : communicator_(communicator), sum_(sum), computing_(communicator) {
  size_t own = 0;
  for (size_t node = 0; node < sum.nodes().size(); node++) own += sum.is_own(node);
  missing_.assign(sum.buckets(), own);
  for (size_t bucket = 0; own == 0 && bucket < sum.buckets(); bucket++) ready_.push_back(bucket);
  thread_ = thread_without_signals([this] { add_all(); });
}

BackgroundSum::~BackgroundSum() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    changed_.notify_all();
  }
  communicator_.fail(communicator_.rank(), "it did not finish a step");  // ends the thread's wait
  thread_.join();
}

void BackgroundSum::add_all() {
  try {
    for (size_t added = 0; added < sum_.buckets(); added++) {
      const std::optional<size_t> bucket = next_bucket();
      if (!bucket) return;
      sum_.add(*bucket);
      const std::lock_guard lock(mutex_);
      busy_ = busy_seconds();
      busy_since_.reset();
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
  }
}

std::optional<size_t> BackgroundSum::next_bucket() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ends_ || !ready_.empty(); });
  if (ends_) return std::nullopt;
  busy_since_ = Clock::now();
  const size_t bucket = ready_.front();
  ready_.pop_front();
  return bucket;
}

double BackgroundSum::busy_seconds() const {
  const std::chrono::duration<double> now =
      busy_since_ ? Clock::now() - *busy_since_ : Clock::duration::zero();
  return busy_ + now.count();
}

void BackgroundSum::send(size_t node, size_t bucket) {
  sum_.send(node, bucket);
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
  if (--missing_[bucket] == 0) ready_.push_back(bucket);
  changed_.notify_all();
}

std::span<const float> BackgroundSum::finish() {
  {
    const std::lock_guard lock(mutex_);
    hidden_ = busy_seconds();
  }
  computing_.reset();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return sum_.finish();
}

}  // namespace tutti::comm
