// SPDX-License-Identifier: Apache-2.0
// The processes of a job, as one of them sees the others: messages between two, and what all do
// together. A failure ends every wait, in all processes, with an error that names the rank that
// failed and what was being done. The library that moves the bytes is a Transport.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"
#include "comm/transport.h"

namespace tutti::comm {

/// Another process failed, or does not answer: what the communicator was for cannot go on, but the
/// processes that are left may meet again (comm/job.h).
class PeerFailed : public UserError {
 public:
  explicit PeerFailed(const std::string& message) : UserError(ExitCode::io, message) {}
};

/// For what may take a process any time, such as reading its data: the others wait as long as its
/// connection lives. In seconds.
inline constexpr double kNoLimit = 1e9;

/// A message that is on its way. It has to be waited for, or destroyed, before its memory is.
struct Transfer {
  std::unique_ptr<Operation> operation;
  int64_t peer = 0;
  std::string_view what;  // a literal: "the sums of a step"
  size_t bytes = 0;
};

/// An all-gather of one number from each process that is under way.
struct Gathering {
  std::vector<uint64_t> values;  // by rank
  std::vector<Transfer> transfers;
};

class Communicator {
 public:
  /// `transport` connects this process, `rank` of `size`, with all others. A process from which
  /// nothing comes for `limit` seconds where it should is taken for dead; one whose connection
  /// closes is known to be dead at once.
  Communicator(std::unique_ptr<Transport> transport, int64_t rank, int64_t size, double limit);
  /// Without finish() before it, the others see this process as failed.
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int64_t rank() const { return rank_; }
  int64_t size() const { return size_; }

  /// Begins to send or to receive bytes. Messages of one tag arrive in their order. Tags come from
  /// next_tag().
  Transfer send(int64_t to, uint64_t tag, std::span<const std::byte> bytes, std::string_view what);
  Transfer receive(int64_t from, uint64_t tag, std::span<std::byte> bytes, std::string_view what);
  /// Waits until a transfer is done. Where another process failed, or the limit is over, a
  /// PeerFailed names its rank and what was being done.
  void wait(Transfer& transfer) { wait(transfer, limit_); }
  void wait(Transfer& transfer, double limit);
  void wait(std::vector<Transfer>& transfers);

  /// The first of kTagsAtOnce tags that no other message has. All processes do the same things
  /// together in the same order, so they get the same tags.
  uint64_t next_tag();

  /// Starts an all-gather of one number from each process.
  Gathering begin_gather(uint64_t value, std::string_view what);
  std::vector<uint64_t> finish_gather(Gathering gathering, double limit);
  std::vector<uint64_t> finish_gather(Gathering gathering) {
    return finish_gather(std::move(gathering), limit_);
  }
  /// All-gathers a text from each process. Returns them by rank.
  std::vector<std::string> all_gather(const std::string& text, std::string_view what, double limit);
  /// Gathers the texts at rank 0; the other ranks get an empty list.
  std::vector<std::string> gather(const std::string& text, std::string_view what, double limit);
  /// Broadcasts the bytes of rank `from`, or the text of rank 0, to every process.
  void broadcast(std::span<std::byte> bytes, std::string_view what, int64_t from = 0);
  std::string broadcast(const std::string& text, std::string_view what, double limit);
  /// Returns once every process has called it.
  void barrier(std::string_view what, double limit);

  /// Tells the others that this process cannot go on, and why.
  void give_up(const std::string& reason);
  /// Notes that a process failed, which ends all waits of this one. The first failure counts.
  void fail(int64_t rank, const std::string& reason);
  /// The first failure: the rank, and why.
  std::optional<std::pair<int64_t, std::string>> failure();
  /// Since when this process had been waiting without progress when the first failure was noted.
  std::chrono::steady_clock::time_point stalled_since();
  /// The processes for which this one has waited this many seconds.
  std::set<int64_t> awaited(double seconds);
  /// Whether this process does nothing but wait, and has done so for longer than `seconds` and what
  /// the bytes that it has begun to send or to receive take on the slowest link there may be.
  bool only_waits(double seconds);
  /// While the object lives, the process computes, whatever its other threads wait for.
  class Computing {
   public:
    explicit Computing(Communicator& communicator) : communicator_(communicator) {
      communicator_.computing_++;
    }
    ~Computing() { communicator_.computing_--; }
    Computing(const Computing&) = delete;
    Computing& operator=(const Computing&) = delete;

   private:
    Communicator& communicator_;
  };
  /// Shuts down in an orderly way. All processes call it, and no message may follow it.
  void finish();

  /// Bytes sent so far, without the transport's own headers, and the number of messages.
  int64_t bytes_sent() const { return bytes_sent_; }
  int64_t messages_sent() const { return messages_sent_; }

 private:
  struct Failure {
    int64_t rank = 0;
    std::string reason;
    std::chrono::steady_clock::time_point stalled_since;
  };
  struct Notice;  // a process's last message to the others
  struct Wait {
    std::chrono::steady_clock::time_point begin, end;
    double limit = 0;
    int64_t peer = 0;
  };
  void begin_wait(Operation* operation, int64_t peer, double limit);

  void watch(int64_t peer);
  /// Ends waits whose time is over, until the communicator is destroyed.
  void keep_time();
  /// Sends a notice to all, as far as they take it within `limit` seconds.
  void notify(const Notice& notice, double limit);
  /// Waits for the end of one of its sends, which may fail.
  void end_notice(Operation* send);
  /// fail() for those who have the mutex.
  void note_failure(int64_t rank, const std::string& reason);
  /// The same for a message that failed, unless a notice says why: the last one of a process may
  /// still be on its way, and says more than that it is gone.
  void note_problem(int64_t peer, const std::string& problem);
  [[noreturn]] void raise(const Transfer& transfer);

  std::unique_ptr<Transport> transport_;
  const int64_t rank_, size_;
  const double limit_;
  uint64_t next_tag_ = kTagsAtOnce;
  std::atomic<int64_t> bytes_sent_ = 0, messages_sent_ = 0;
  std::atomic<size_t> bytes_under_way_ = 0;  // sent or received
  std::atomic<int> computing_ = 0;           // objects of this class

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Failure> failure_;
  std::map<Operation*, Wait> waits_;
  std::map<int64_t, Operation*> notices_;  // that the watchers wait for, by rank
  int64_t watched_ = 0;                    // processes that have not said that they are done
  std::optional<std::chrono::steady_clock::time_point> finishing_;  // since when
  bool told_ = false;                                               // give_up() has told the others
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tutti::comm
