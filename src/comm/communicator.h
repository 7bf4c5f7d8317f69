// SPDX-License-Identifier: Apache-2.0
// One process's view of its job: messages between two processes, and collective operations. A
// failure ends every wait in all processes with an error that names the failed rank and the
// operation. A Transport moves the bytes.
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

/// Another process failed or does not answer. This communicator is unusable, but the remaining
/// processes may regroup (comm/job.h).
class PeerFailed : public UserError {
 public:
  explicit PeerFailed(const std::string& message) : UserError(ExitCode::io, message) {}
};

/// A limit, in seconds, for work of unknown length, such as reading data: the others wait as long
/// as the connection lives.
inline constexpr double kNoLimit = 1e9;

/// A message in flight. Wait for it or destroy it before freeing its memory.
struct Transfer {
  std::unique_ptr<Operation> operation;
  int64_t peer = 0;
  std::string_view what;  // a literal: "the sums of a step"
  size_t bytes = 0;
};

/// An all-gather in progress, of one number from each process.
struct Gathering {
  std::vector<uint64_t> values;  // by rank
  std::vector<Transfer> transfers;
};

class Communicator {
 public:
  /// `transport` connects this process, `rank` of `size`, with all others. A process that owes a
  /// message and sends nothing for `limit` seconds counts as dead; so does one whose connection
  /// closes, immediately.
  Communicator(std::unique_ptr<Transport> transport, int64_t rank, int64_t size, double limit);
  /// Without finish() before it, the others see this process as failed.
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int64_t rank() const { return rank_; }
  int64_t size() const { return size_; }

  /// Begins to send or receive bytes. Messages with the same tag arrive in order. Tags come from
  /// next_tag().
  Transfer send(int64_t to, uint64_t tag, std::span<const std::byte> bytes, std::string_view what);
  Transfer receive(int64_t from, uint64_t tag, std::span<std::byte> bytes, std::string_view what);
  /// Waits until a transfer is done. If another process failed or the limit has passed, throws a
  /// PeerFailed that names the rank and the operation.
  void wait(Transfer& transfer) { wait(transfer, limit_); }
  void wait(Transfer& transfer, double limit);
  void wait(std::vector<Transfer>& transfers);

  /// The first of kTagsAtOnce unused tags. All processes perform the same operations in the same
  /// order, so they get the same tags.
  uint64_t next_tag();

  /// Starts an all-gather of one number from each process.
  Gathering begin_gather(uint64_t value, std::string_view what);
  std::vector<uint64_t> finish_gather(Gathering gathering, double limit);
  std::vector<uint64_t> finish_gather(Gathering gathering) {
    return finish_gather(std::move(gathering), limit_);
  }
  /// All-gathers a text from each process. Returns the texts by rank.
  std::vector<std::string> all_gather(const std::string& text, std::string_view what, double limit);
  /// Gathers the texts at rank 0; the other ranks get an empty list.
  std::vector<std::string> gather(const std::string& text, std::string_view what, double limit);
  /// Broadcasts the bytes of rank `from`, or the text of rank 0, to every process.
  void broadcast(std::span<std::byte> bytes, std::string_view what, int64_t from = 0);
  std::string broadcast(const std::string& text, std::string_view what, double limit);
  /// Returns once every process has called it.
  void barrier(std::string_view what, double limit);

  /// Tells the others that this process cannot continue, and why.
  void give_up(const std::string& reason);
  /// Records that a process failed, which ends all waits in this one. Only the first failure
  /// counts.
  void fail(int64_t rank, const std::string& reason);
  /// The rank and reason of the first failure.
  std::optional<std::pair<int64_t, std::string>> failure();
  /// When this process's oldest wait began, as of the first failure.
  std::chrono::steady_clock::time_point stalled_since();
  /// The processes this one has been waiting for at least this many seconds.
  std::set<int64_t> awaited(double seconds);
  /// Whether this process only waits, and has done so for longer than `seconds` plus the time that
  /// its bytes in flight need on the slowest link possible.
  bool only_waits(double seconds);
  /// Marks the process as computing for the object's lifetime, whatever its other threads wait for.
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
  /// Shuts down in an orderly way. All processes call it; no message may follow.
  void finish();

  /// Bytes sent so far, without the transport's headers, and the number of messages.
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
  /// Ends waits that time out, until the communicator is destroyed.
  void keep_time();
  /// Sends a notice to every process that accepts it within `limit` seconds.
  void notify(const Notice& notice, double limit);
  /// Waits for one of its sends to end; the send may fail.
  void end_notice(Operation* send);
  /// fail() for callers that hold the mutex.
  void note_failure(int64_t rank, const std::string& reason);
  /// The same for a failed message, unless a notice gives the reason: the last notice of a process
  /// may still be in flight, and says more than a closed connection does.
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
  std::map<int64_t, Operation*> notices_;  // which the watchers wait for, by rank
  int64_t watched_ = 0;                    // processes that have not reported that they are done
  std::optional<std::chrono::steady_clock::time_point> finishing_;  // since when
  bool told_ = false;                                               // give_up() has told the others
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tutti::comm
