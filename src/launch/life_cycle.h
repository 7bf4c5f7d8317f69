// SPDX-License-Identifier: Apache-2.0
// Runs a job from the creation of its machine until its output is fetched, whatever fails
// meanwhile.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "launch/driver.h"

namespace tutti::launch {

/// Intervals and limits of a life cycle, in seconds.
struct Pace {
  double poll = 5;        // between polls of a job
  double fetch = 600;     // between copies of its output while it runs
  double start = 1800;    // for a machine to appear; a cloud queue may take longer
  double retry = 2;       // before a failed client runs again; doubled each time
  double patience = 900;  // for a machine that exists but does not answer
  int tries = 5;          // of each command
  int resumes = 20;       // after preemptions, and failed or reclaimed machines
};

/// The services that a life cycle uses.
struct Surroundings {
  Clients& clients;
  const JobStore& store;
  Pace pace;
  const std::atomic<int>& stop;                      // above 0: the user asked to stop
  std::function<int64_t()> now;                      // Unix time
  std::function<void(const std::string&)> show_log;  // the training's log, as it arrives
  std::function<bool(const Path&)> is_whole;         // of a checkpoint's folder
};

class LifeCycle {
 public:
  LifeCycle(RemoteJob& job, const Surroundings& surroundings);

  /// Begins the job, or continues one that another process began, until it has ended, its output is
  /// fetched and nothing of it is left elsewhere. Returns its exit code: 75 if it was stopped and
  /// can be resumed. Throws UserError of exit code 5 if a client fails permanently; the job then
  /// stays in the store, unless nothing of it is left.
  int run();

  /// Stops the job, fetches its output if `keep_output`, and removes everything it has elsewhere.
  /// Throws as run() does. Removes the job from the store if nothing is left.
  void take_down(bool keep_output);

 private:
  enum class Ending { code, preempted, lost, stopped };

  ClientEnd ask(const ClientCommand& command);
  bool try_once(const ClientCommand& command, ClientEnd& end);
  void wait(double seconds) const;
  void save() { around_.store.save(job_); }

  MachineState machine();
  bool has_time();
  bool may_resume();
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
