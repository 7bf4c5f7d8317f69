// SPDX-License-Identifier: Apache-2.0
// The processes that `tutti launch` started on this machine.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/restarted_command.h"
#include "base/pipe.h"
#include "base/process.h"

namespace tutti::app {

/// The name of an environment variable and its value.
using Setting = std::pair<std::string, std::string>;

/// From now on signals end the children in order, rather than this process at once.
void watch_for_stop();

/// Whether an exit code is neither success nor that of an orderly stop.
bool is_failure(int code);

/// Of the exit codes of two processes that failed, `first` seen before `code`, the one that names
/// the cause. A process that a signal ended did not fail because of another. One that could not
/// reach another may have failed because that one was gone, and their ends are seen in any order.
int cause_of(std::optional<int> first, int code);

/// A process of a job tells the launcher that started it, if one did, that it has met the others. A
/// launcher does not know by itself whether one that it started again was taken in.
void tell_launcher();

/// The processes of one start. Where one fails the others go on without it, and it is started again
/// as long as there are restarts left.
class Children {
 public:
  /// `words` is what of `command`, which must outlive the object, is begun now. `restarts`: how
  /// often processes may be started again, counted down. `are_all`: the job has no processes on
  /// other machines, which could go on when all of these have failed.
  Children(const RestartedCommand& command, std::vector<std::string> words, int64_t& restarts,
           bool are_all);
  ~Children() { end(SIGKILL, std::chrono::seconds(0)); }

  void start(int64_t rank, const std::vector<Setting>& set);

  /// Waits until all have ended. 0 where one ended with success, as the job is done then; else the
  /// code of a stop, else that of the cause of the failures.
  int wait();

 private:
  struct Child {
    pid_t id;
    int64_t rank;  // that it began with
    int64_t starts;
    std::vector<Setting> set;
    bool takes_part = false;  // has met the others
  };
  struct Waiting {
    Child child;
    std::chrono::steady_clock::time_point begin;
  };

  void start(Child child, const std::vector<std::string>& words);

  void signal_all(int signal) const;

  /// Sends all a signal and waits for their end; whether all have ended.
  bool end(int signal, std::chrono::seconds limit);

  /// Takes note of all that have ended; whether any has.
  bool look();

  void note_end(Child child, int code);

  /// Takes note of those that have told that they take part.
  void hear();

  bool has_members() const;

  /// Whether there is a job that a process could join: others go on, or are about to meet.
  bool has_job() const;

  /// Starts those again whose pause is over.
  void start_again();

  /// Ends those that wait to be taken in by others that have all failed.
  void end_newcomers();

  const RestartedCommand& command_;
  std::vector<std::string> words_;
  int64_t& restarts_;
  bool are_all_;
  bool has_met_ = false;  // any of them has taken part
  Pipe pipe_;             // by which they tell it
  std::vector<Child> running_;
  std::vector<Waiting> waiting_;  // to be started again
  bool done_ = false;
  std::optional<int> stopped_, failed_;  // exit codes
};

}  // namespace tutti::app
