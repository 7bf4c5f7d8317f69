// SPDX-License-Identifier: Apache-2.0
// A grid of processes in one program. Each is a thread that waits for what others send it.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <tuple>

#include "ir/process.h"

namespace tutti::op {

/// Whether processes run one at a time or concurrently. One at a time they take turns in a fixed
/// order, so that each run gives the same result even if processes race for a message.
enum class Turns { one_by_one, side_by_side };

class Grid {
 public:
  using Message = ir::Process::Message;

  explicit Grid(ir::GridSize size, Turns turns = Turns::one_by_one);

  ir::GridSize size() const { return size_; }
  /// "replica 1, partition 0".
  std::string name_of(int64_t process) const;

  /// Runs body(number) for every process and returns when all are done. The first exception ends
  /// all of them and is rethrown.
  void run(const std::function<void(int64_t)>& body);

  /// Called by a running process; see ir::Process.
  void send(int64_t source, int64_t target, const std::string& tag, Message message);
  Message receive(const ir::Operation& op, int64_t self, int64_t source, const std::string& tag);

 private:
  using Key = std::tuple<int64_t, int64_t, std::string>;  // source, target, tag
  using Lock = std::unique_lock<std::mutex>;
  enum class State { ready, waiting, done };
  struct Member {
    State state = State::ready;
    const ir::Operation* op = nullptr;  // at which it waits
    int64_t source = 0;                 // the process for which it waits
    Key key;
  };

  static Key key_of(int64_t source, int64_t target, const std::string& tag);
  void run_member(int64_t self, const std::function<void(int64_t)>& body);
  void wait_for_turn(Lock& lock, int64_t self);
  void pass_turn(int64_t self);
  std::string stuck_message() const;
  Member& member(int64_t process) { return members_[static_cast<size_t>(process)]; }

  ir::GridSize size_;
  Turns turns_;
  std::vector<Member> members_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int64_t turn_ = 0;
  std::exception_ptr failure_;
  std::map<Key, std::deque<Message>> mail_;
};

}  // namespace tutti::op
