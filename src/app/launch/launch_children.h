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

/// From now on, signals stop the children in an orderly way instead of ending this process.
void watch_for_stop();

/// Whether an exit code means neither success nor an orderly stop.
bool is_failure(int code);

/// Returns that exit code of two failed processes which shows the cause. `first` was seen before
/// `code`. A process ended by a signal did not fail because of another. One that
/// could not reach another may have failed because the other was gone; their ends appear in any
/// order.
int cause_of(std::optional<int> first, int code);

/// A process of a job tells its launcher, if any, that it has met the others, and whether it is the
/// first, which writes the job's output. A launcher cannot otherwise know whether a restarted
/// process has joined, nor which process writes.
void tell_launcher(bool is_first);

/// The processes of one start. If one fails, the others continue without it, and it is restarted
/// while restarts are left.
class Children {
 public:
  /// `words` are the words of `command`, which must outlive the object, for this start. `restarts`
  /// counts down the restarts left. `are_all`: the job has no processes on other machines, which
  /// could continue when all of these have failed.
  Children(const RestartedCommand& command, std::vector<std::string> words, int64_t& restarts,
           bool are_all);

  void start(int64_t rank, const std::vector<Setting>& set);

  /// Waits until all have ended, because one may still write after another has succeeded. Returns 0
  /// if one succeeded, because the others continued without the failed ones; but the code of the
  /// writing process if it failed and none took its place, and the code of a process ended by a
  /// signal after another had succeeded. If none succeeded: the code of a stop, else of the
  /// failures' cause.
  int wait();

 private:
  struct Child {
    std::unique_ptr<ChildProcess> process;
    int64_t rank;  // its first rank
    int64_t starts;
    std::vector<Setting> set;
    bool takes_part = false;  // has met the others
    bool is_first = false;    // writes the job's output

    /// Restarted and not yet joined.
    bool is_newcomer() const { return starts > 1 && !takes_part; }
  };
  struct Waiting {
    Child child;
    std::chrono::steady_clock::time_point begin;
  };

  void start(Child child, const std::vector<std::string>& words);

  int code() const;

  /// Records all that have ended; returns whether any has.
  bool collect_ended();

  void note_end(Child child);

  /// Records those that have reported that they take part.
  void read_reports();

  bool has_members() const;

  /// Whether there is a job to join: others continue, or are about to meet.
  bool has_job() const;

  /// Restarts those whose pause is over.
  void start_again();

  /// Ends newcomers that wait for processes that have all ended.
  void end_newcomers();

  const RestartedCommand& command_;
  std::vector<std::string> words_;
  int64_t& restarts_;
  bool are_all_;
  bool has_met_ = false;  // some child has taken part
  Pipe pipe_;             // on which children report it
  std::vector<Child> running_;
  std::vector<Waiting> waiting_;  // to be restarted
  bool done_ = false;
  // Exit codes, including the first process's, and one killed after others had succeeded.
  std::optional<int> stopped_, failed_, first_code_, killed_;
};

}  // namespace tutti::app
