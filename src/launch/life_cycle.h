// SPDX-License-Identifier: Apache-2.0
// A job from the creation of its machine until its output is fetched, whatever fails meanwhile.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "launch/driver.h"

namespace tutti::launch {

/// How patient a life cycle is. Seconds.
struct Pace {
  double poll = 5;        // between two polls of a job
  double fetch = 600;     // between two copies of its output while it runs
  double start = 1800;    // for a machine to be there; a queue of cloud machines may take longer
  double retry = 2;       // before a client that failed is asked again; doubled each time
  double patience = 900;  // with a machine that is there and does not answer
  int tries = 5;          // of each command
  int resumes = 20;       // after preemptions, and machines that failed or were taken away
};

/// The services that a life cycle uses.
struct Surroundings {
  Clients& clients;
  const JobStore& store;
  Pace pace;
  const std::atomic<int>& stop;                      // above 0: the user asks for an end
  std::function<int64_t()> now;                      // Unix time
  std::function<void(const std::string&)> show_log;  // of the training, as it comes
  std::function<bool(const Path&)> is_whole;         // of the folder of a checkpoint
};

class LifeCycle {
 public:
  LifeCycle(RemoteJob& job, const Surroundings& surroundings);

  /// Begins the job, or goes on with one that another process began, until it has ended, its output
  /// is fetched and nothing of it is left elsewhere. Returns its exit code: 75 where it was stopped
  /// and can be resumed. Throws UserError of exit code 5 where a client fails for good; the job
  /// then stays in the store, unless nothing was left of it.
  int run();

  /// Stops the job, fetches its output if `keep_output`, and removes all that it has elsewhere.
  /// Throws as run() does; the job is gone from the store if nothing is left.
  void take_down(bool keep_output);

 private:
  enum class Ending { code, preempted, lost, stopped };

  ClientEnd ask(const ClientCommand& command);
  bool try_once(const ClientCommand& command, ClientEnd& end);
  void wait(double seconds) const;
  void save() { around_.store.save(job_); }

  MachineState machine();
  bool has_time();
  bool may_begin_again();
  void create_machine();
  bool give_up_machine();
  bool provide_machine();
  bool await_shell();
  void send_files();
  void start();
  Ending follow();
  UnitStatus unit_status();
  bool is_lost();
  void fetch_output();
  bool try_fetch_output();
  bool prepare_next(Ending ending);
  void remove_all();
  void remove_machine();

  RemoteJob& job_;
  Surroundings around_;
  std::unique_ptr<Driver> driver_;
};

}  // namespace tutti::launch
