// SPDX-License-Identifier: Apache-2.0
#include "comm/communicator.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/error.h"
#include "comm/checked_transport.h"
#include "comm/thread_without_signals.h"
#include "comm/time.h"

namespace tutti::comm {
namespace {

constexpr uint64_t kNoticeTag = 1;
// How long a failing process's notice may take to arrive; after that, its closed connection is the
// only reason known.
constexpr std::chrono::milliseconds kNoticeTime{200};
constexpr double kSlowestLink = 1e5;            // bytes a second
constexpr double kNoticeLimit = 1;              // seconds for a failing process to send its reason
constexpr std::chrono::milliseconds kTick{20};  // how precisely limits are kept

template <typename T>
std::span<std::byte> bytes_of(T& value) {
  return std::as_writable_bytes(std::span(&value, 1));
}

std::span<std::byte> bytes_of(std::string& text) {
  return std::as_writable_bytes(std::span(text.data(), text.size()));
}

}  // namespace

struct Communicator::Notice {
  int64_t failed = -1;              // the rank that failed; -1: none, the job is done
  std::array<char, 1016> reason{};  // ends with a zero
};

Communicator::Communicator(std::unique_ptr<Transport> transport, int64_t rank, int64_t size,
                           double limit)
    : transport_(checked_transport(std::move(transport))), rank_(rank), size_(size), limit_(limit) {
  check(rank >= 0 && rank < size, "rank {} of {}", rank, size);
  watched_ = size - 1;
  for (int64_t peer = 0; peer < size; peer++)
    if (peer != rank) threads_.push_back(thread_without_signals([this, peer] { watch(peer); }));
  threads_.push_back(thread_without_signals([this] { keep_time(); }));
}

Communicator::~Communicator() {
  // Needed even if another process failed: processes that have not heard of it would blame this
  // one.
  if (!ends_ && !told_) give_up("it ended without a reason");
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    for (const auto& [peer, operation] : notices_) operation->cancel();
    changed_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
}

/// Waits for the last message of a process. A connection that ends before it is a failure.
void Communicator::watch(int64_t peer) {
  Notice notice;
  std::string problem;
  std::unique_ptr<Operation> operation;
  bool received = false;
  try {
    operation = transport_->receive(static_cast<int>(peer), kNoticeTag, &notice, sizeof notice);
    {
      const std::lock_guard lock(mutex_);
      if (ends_) return;
      notices_[peer] = operation.get();
    }
    received = operation->wait();
  } catch (const std::exception& error) {
    problem = fmt::format("its connection was closed ({})", error.what());
  }
  notice.reason.back() = 0;
  const std::lock_guard lock(mutex_);
  notices_.erase(peer);
  if (received && notice.failed < 0) {
    watched_--;
    changed_.notify_all();
  } else if (received) {
    note_failure(notice.failed, notice.reason.data());
  } else if (!problem.empty() && !ends_) {
    note_failure(peer, problem);
  }
}

void Communicator::keep_time() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    const auto now = std::chrono::steady_clock::now();
    for (const auto& [operation, wait] : waits_) {
      if (now < wait.end) continue;
      operation->cancel();
      note_failure(wait.peer, fmt::format("it sent nothing for {} s", wait.limit));
    }
    changed_.wait_for(lock, kTick);
  }
}

void Communicator::begin_wait(Operation* operation, int64_t peer, double limit) {
  const auto now = std::chrono::steady_clock::now();
  waits_[operation] = {now, now + milliseconds_of(limit), limit, peer};
}

std::set<int64_t> Communicator::awaited(double seconds) {
  const auto since = std::chrono::steady_clock::now() - milliseconds_of(seconds);
  const std::lock_guard lock(mutex_);
  std::set<int64_t> peers;
  for (const auto& [operation, wait] : waits_)
    if (wait.begin < since) peers.insert(wait.peer);
  if (finishing_ && *finishing_ < since)
    for (const auto& [peer, operation] : notices_) peers.insert(peer);
  return peers;
}

bool Communicator::only_waits(double seconds) {
  if (computing_ > 0) return false;
  const auto since =
      std::chrono::steady_clock::now() -
      milliseconds_of(seconds + static_cast<double>(bytes_under_way_) / kSlowestLink);
  const std::lock_guard lock(mutex_);
  if (failure_) return false;
  if (finishing_) return *finishing_ < since;
  return std::any_of(waits_.begin(), waits_.end(),
                     [&](const auto& one) { return one.second.begin < since; });
}

void Communicator::note_failure(int64_t rank, const std::string& reason) {
  if (failure_) return;
  failure_ = Failure{rank, reason, std::chrono::steady_clock::now()};
  for (const auto& [operation, wait] : waits_) {
    failure_->stalled_since = std::min(failure_->stalled_since, wait.begin);
    operation->cancel();
  }
  changed_.notify_all();
}

void Communicator::fail(int64_t rank, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  note_failure(rank, reason);
}

void Communicator::note_problem(int64_t peer, const std::string& problem) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kNoticeTime, [&] { return failure_.has_value(); });
  note_failure(peer, problem);
}

std::optional<std::pair<int64_t, std::string>> Communicator::failure() {
  const std::lock_guard lock(mutex_);
  if (!failure_) return std::nullopt;
  return std::pair(failure_->rank, failure_->reason);
}

std::chrono::steady_clock::time_point Communicator::stalled_since() {
  const std::lock_guard lock(mutex_);
  return failure_ ? failure_->stalled_since : std::chrono::steady_clock::now();
}

void Communicator::raise(const Transfer& transfer) {
  Failure failure;
  {
    const std::lock_guard lock(mutex_);
    failure = *failure_;
  }
  if (failure.rank == rank_) throw PeerFailed(failure.reason);
  throw PeerFailed(fmt::format("rank {} failed: {}. Rank {} was waiting for rank {} in {}",
                               failure.rank, failure.reason, rank_, transfer.peer, transfer.what));
}

Transfer Communicator::send(int64_t to, uint64_t tag, std::span<const std::byte> bytes,
                            std::string_view what) {
  Transfer transfer{nullptr, to, what, bytes.size()};
  try {
    transfer.operation = transport_->send(static_cast<int>(to), tag, bytes.data(), bytes.size());
  } catch (const std::exception& error) {
    note_problem(to, error.what());
    raise(transfer);
  }
  bytes_under_way_ += bytes.size();
  bytes_sent_ += static_cast<int64_t>(bytes.size());
  messages_sent_++;
  return transfer;
}

Transfer Communicator::receive(int64_t from, uint64_t tag, std::span<std::byte> bytes,
                               std::string_view what) {
  Transfer transfer{nullptr, from, what, bytes.size()};
  try {
    transfer.operation =
        transport_->receive(static_cast<int>(from), tag, bytes.data(), bytes.size());
  } catch (const std::exception& error) {
    note_problem(from, error.what());
    raise(transfer);
  }
  bytes_under_way_ += bytes.size();
  return transfer;
}

void Communicator::wait(Transfer& transfer, double limit) {
  Operation* const operation = transfer.operation.get();
  bool failed = false, done = false;
  {
    const std::lock_guard lock(mutex_);
    failed = failure_.has_value();
    if (!failed) begin_wait(operation, transfer.peer, limit);
  }
  std::string problem;
  try {
    done = !failed && operation->wait();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  bytes_under_way_ -= transfer.bytes;
  if (!done) note_problem(transfer.peer, problem);  // it has been waited for, also meanwhile
  {
    const std::lock_guard lock(mutex_);
    waits_.erase(operation);
  }
  if (!done) raise(transfer);
}

void Communicator::wait(std::vector<Transfer>& transfers) {
  for (Transfer& transfer : transfers) wait(transfer);
  transfers.clear();
}

uint64_t Communicator::next_tag() {
  return std::exchange(next_tag_, next_tag_ + kTagsAtOnce);
}

Gathering Communicator::begin_gather(uint64_t value, std::string_view what) {
  Gathering gathering{std::vector<uint64_t>(static_cast<size_t>(size_), value), {}};
  const uint64_t tag = next_tag();
  for (int64_t step = 1; step < size_; step++) {
    const int64_t peer = (rank_ + step) % size_;
    gathering.transfers.push_back(
        receive(peer, tag, bytes_of(gathering.values[static_cast<size_t>(peer)]), what));
  }
  for (int64_t step = 1; step < size_; step++)
    gathering.transfers.push_back(send(
        (rank_ + step) % size_, tag, bytes_of(gathering.values[static_cast<size_t>(rank_)]), what));
  return gathering;
}

std::vector<uint64_t> Communicator::finish_gather(Gathering gathering, double limit) {
  for (Transfer& transfer : gathering.transfers) wait(transfer, limit);
  return std::move(gathering.values);
}

std::vector<std::string> Communicator::all_gather(const std::string& text, std::string_view what,
                                                  double limit) {
  const auto sizes = finish_gather(begin_gather(text.size(), what), limit);
  const uint64_t tag = next_tag();
  std::vector<std::string> texts;
  for (const uint64_t size : sizes) texts.emplace_back(size, '\0');
  texts[static_cast<size_t>(rank_)] = text;
  std::vector<Transfer> transfers;
  for (int64_t step = 1; step < size_; step++) {
    const int64_t peer = (rank_ + step) % size_;
    transfers.push_back(receive(peer, tag, bytes_of(texts[static_cast<size_t>(peer)]), what));
  }
  for (int64_t step = 1; step < size_; step++)
    transfers.push_back(
        send((rank_ + step) % size_, tag, bytes_of(texts[static_cast<size_t>(rank_)]), what));
  for (Transfer& transfer : transfers) wait(transfer, limit);
  return texts;
}

std::vector<std::string> Communicator::gather(const std::string& text, std::string_view what,
                                              double limit) {
  const auto sizes = finish_gather(begin_gather(text.size(), what), limit);
  const uint64_t tag = next_tag();
  std::vector<std::string> texts;
  std::vector<Transfer> transfers;
  if (rank_ != 0) {
    transfers.push_back(send(0, tag, std::as_bytes(std::span(text)), what));
  } else {
    for (const uint64_t size : sizes) texts.emplace_back(size, '\0');
    texts[0] = text;
    for (int64_t peer = 1; peer < size_; peer++)
      transfers.push_back(receive(peer, tag, bytes_of(texts[static_cast<size_t>(peer)]), what));
  }
  for (Transfer& transfer : transfers) wait(transfer, limit);
  return texts;
}

void Communicator::broadcast(std::span<std::byte> bytes, std::string_view what, int64_t from) {
  const uint64_t tag = next_tag();
  std::vector<Transfer> transfers;
  if (rank_ != from) transfers.push_back(receive(from, tag, bytes, what));
  for (int64_t peer = 0; rank_ == from && peer < size_; peer++)
    if (peer != from) transfers.push_back(send(peer, tag, bytes, what));
  wait(transfers);
}

std::string Communicator::broadcast(const std::string& text, std::string_view what, double limit) {
  uint64_t size = text.size();
  const uint64_t tag = next_tag();
  std::vector<Transfer> transfers;
  if (rank_ != 0) transfers.push_back(receive(0, tag, bytes_of(size), what));
  for (int64_t peer = 1; rank_ == 0 && peer < size_; peer++)
    transfers.push_back(send(peer, tag, bytes_of(size), what));
  for (Transfer& transfer : transfers) wait(transfer, limit);
  std::string result = rank_ == 0 ? text : std::string(size, '\0');
  broadcast(bytes_of(result), what);
  return result;
}

void Communicator::barrier(std::string_view what, double limit) {
  finish_gather(begin_gather(0, what), limit);
}

void Communicator::notify(const Notice& notice, double limit) {
  std::vector<std::unique_ptr<Operation>> sends;
  for (int64_t step = 1; step < size_; step++) {
    const int64_t peer = (rank_ + step) % size_;
    if (peer == notice.failed) continue;  // it is gone, or does not receive messages
    try {
      sends.push_back(transport_->send(static_cast<int>(peer), kNoticeTag, &notice, sizeof notice));
      const std::lock_guard lock(mutex_);
      begin_wait(sends.back().get(), peer, limit);
    } catch (const std::exception&) {  // it is gone and needs no notice
    }
  }
  for (const auto& send : sends) end_notice(send.get());
}

void Communicator::end_notice(Operation* send) {
  try {
    send->wait();
  } catch (const std::exception&) {
  }
  const std::lock_guard lock(mutex_);
  waits_.erase(send);
}

void Communicator::give_up(const std::string& reason) {
  told_ = true;
  fail(rank_, reason);
  Notice notice;
  {
    const std::lock_guard lock(mutex_);
    // A wait of this process that ended for the same reason may have been noted first.
    if (failure_->rank == rank_) failure_->reason = reason;
    notice.failed = failure_->rank;
    failure_->reason.copy(notice.reason.data(), notice.reason.size() - 1);
  }
  notify(notice, kNoticeLimit);
}

void Communicator::finish() {
  notify(Notice{}, limit_);
  std::unique_lock lock(mutex_);
  finishing_ = std::chrono::steady_clock::now();
  changed_.wait(lock, [&] { return watched_ == 0 || failure_; });
  ends_ = true;
  // Once all have reported that they are done, a closed connection only means that one was faster.
  if (watched_ > 0)
    throw PeerFailed(
        fmt::format("rank {} failed at its end: {}", failure_->rank, failure_->reason));
  transport_->finish();
}

}  // namespace tutti::comm
