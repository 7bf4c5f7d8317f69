// SPDX-License-Identifier: Apache-2.0
// A team of pinned threads. Work is split by the problem, never by the number of threads, so
// results have the same bits for any team size.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace tutti {

/// Non-owning reference to a callable void(int64_t task, int worker): no allocation per call.
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
  /// `size` workers, the calling thread being worker 0. A team as large as the process's affinity
  /// mask pins its other workers, one to a CPU, where the system allows it.
  explicit Team(int size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const;
  /// Runs task(i, worker) for each i in [0, tasks); returns when all are done. A worker begins with
  /// its part of the tasks and then takes what others have left: a task's result must not depend on
  /// the worker. The first exception is rethrown.
  /// Allocates nothing. A run() from inside a task of the same team runs inline, on that worker.
  void run(int64_t tasks, TaskRef task);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// CPUs this process may use: affinity mask, cut by the cgroup's quota (rounded up), at least 1.
/// /proc and /sys are looked for under `root`; where they are absent there is no quota.
int available_cpus(const std::string& root = "");

}  // namespace tutti
