// SPDX-License-Identifier: Apache-2.0
// The processes that `tutti launch` started on this machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/launch/restarted_command.h"
#include "base/child.h"
#include "base/pipe.h"

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

/// A process of a job tells the launcher that started it, if one did, that it has met the others,
/// and whether it is the first now, which writes what the job makes. A launcher does not know by
/// itself whether one that it started again was taken in, nor which one writes.
void tell_launcher(bool is_first);

/// The processes of one start. Where one fails the others go on without it, and it is started again
/// as long as there are restarts left.
class Children {
 public:
  /// `words` is what of `command`, which must outlive the object, is begun now. `restarts`: how
  /// often processes may be started again, counted down. `are_all`: the job has no processes on
  /// other machines, which could go on when all of these have failed.
  Children(const RestartedCommand& command, std::vector<std::string> words, int64_t& restarts,
           bool are_all);

  void start(int64_t rank, const std::vector<Setting>& set);

  /// Waits until all have ended: one that has ended well says nothing of what the others still
  /// write. 0 where one ended well, as the others have gone on without those that failed before.
  /// But the code of the process that writes, where it failed and none has taken its place, and
  /// that of one which a signal ended after another had ended well. Where none ended well: the code
  /// of a stop, else that of the cause of the failures.
  int wait();

 private:
  struct Child {
    std::unique_ptr<ChildProcess> process;
    int64_t rank;  // that it began with
    int64_t starts;
    std::vector<Setting> set;
    bool takes_part = false;  // has met the others
    bool is_first = false;    // writes what the job makes

    /// One that was started again and has not been taken in.
    bool is_newcomer() const { return starts > 1 && !takes_part; }
  };
  struct Waiting {
    Child child;
    std::chrono::steady_clock::time_point begin;
  };

  void start(Child child, const std::vector<std::string>& words);

  int code() const;

  /// Takes note of all that have ended; whether any has.
  bool look();

  void note_end(Child child);

  /// Takes note of those that have told that they take part.
  void hear();

  bool has_members() const;

  /// Whether there is a job that a process could join: others go on, or are about to meet.
  bool has_job() const;

  /// Starts those again whose pause is over.
  void start_again();

  /// Ends those that wait to be taken in by others that have all ended.
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
  // Exit codes: of the first process, and of one that was killed when others had ended well.
  std::optional<int> stopped_, failed_, first_code_, killed_;
};

}  // namespace tutti::app
