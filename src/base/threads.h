// SPDX-License-Identifier: Apache-2.0
// A team of threads, each pinned to a CPU. The problem alone decides how work is split, never the
// number of threads, so that results have the same bits for any size of the team.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <thread>

namespace tutti {

/// A reference to something that can be called as void(int64_t task, int worker). Unlike a
/// std::function it allocates nothing.
class TaskRef {
 public:
  template <typename F>
  TaskRef(F& callable)  // NOLINT: meant to be implicit
      : object_(&callable), call_([](void* object, int64_t task, int worker) {
          (*static_cast<F*>(object))(task, worker);
        }) {}
  void operator()(int64_t task, int worker) const { call_(object_, task, worker); }

 private:
  void* object_;
  void (*call_)(void*, int64_t, int);
};

class Team {
 public:
  /// Makes a team of `size` workers; the calling thread is worker 0. If the team has as many
  /// workers as the process may use CPUs, the others are pinned to one CPU each where the system
  /// allows it.
  explicit Team(int size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const;
  /// Calls task(i, worker) for each i in [0, tasks), and returns when all are done. Each worker
  /// begins with its own part of the tasks and then takes over those that others have not begun, so
  /// the result of a task must not depend on the worker. The first exception is thrown again.
  /// Nothing is allocated. If a task calls run() of its own team, all those tasks run on its
  /// worker.
  void run(int64_t tasks, TaskRef task);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Gives the calling thread a lower priority than the process's others: a nice level of 1 to 19.
void lower_priority(int level);

/// Leaves the calling thread, and those that it starts later, next to nothing of a processor that
/// others want (sched(7), SCHED_IDLE).
void run_when_idle();
/// Gives a thread that called run_when_idle() its share of the processors again.
void run_as_usual(std::thread& thread);

/// Returns how many CPUs this process may use: those of its affinity mask, but no more than the
/// quota of its cgroup (rounded up), and at least 1. Reads /proc and /sys below `root`; where they
/// are absent, there is no quota.
int available_cpus(const std::string& root = "");

}  // namespace tutti
