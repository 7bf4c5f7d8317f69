// SPDX-License-Identifier: Apache-2.0
// A training that runs elsewhere, as a file keeps it: all that is needed to go on with it or to
// take it down, by another process and on another day.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "launch/target.h"

namespace tutti::launch {

/// How far a job is. A phase is saved before the first command of it is run, so that nothing exists
/// elsewhere that no file names.
enum class Phase {
  preparing,  // a machine may exist; nothing has been started on it
  running,    // it may run, and its output is there
  fetched     // its output has been fetched or given up; a machine may still exist
};

/// With more around it, a job's name is part of the name of a Kubernetes pod, of 63 characters.
inline constexpr size_t kLongestJobName = 32;

struct RemoteJob {
  std::string name;
  std::string key;  // random, of 16 hexadecimal digits: what has it elsewhere is this job's
  Target target{"", "", nlohmann::json::object()};
  Phase phase = Phase::preparing;
  std::string command;           // as the user gave it, for the list
  std::string output;            // the local folder that its output is fetched into, absolute
  int64_t processes = 1;         // on each machine
  int64_t attempt = 1;           // how often it has been started
  int64_t lost_machines = 0;     // that were taken away before it was started on them
  int64_t began = 0;             // Unix time, seconds
  double hours = 24;             // after which everything is taken down
  int64_t log_bytes = 0;         // of this attempt's log, seen so far
  int exit_code = -1;            // of the training; -1: it has none yet
  int64_t seconds = 0;           // that this attempt may take; set when it starts
  bool has_machine = false;      // one may exist that was created for it
  bool has_files = false;        // its folder may exist there
  std::string machine, address;  // what the vendor calls it

  /// The name of everything that belongs to it, and to no job of the same name that another
  /// computer began.
  std::string unit() const { return "tutti-" + name + (key.empty() ? "" : "-" + key.substr(0, 6)); }
  /// Hours that are left at a Unix time; not negative.
  double hours_left(int64_t now) const;
  /// Its cost until a Unix time, at most; nothing where the target has no price.
  std::optional<double> cost(int64_t now) const;
};

/// The folder of jobs: NAME/job.json, and what is sent to the machine beside it.
class JobStore {
 public:
  explicit JobStore(Path folder) : folder_(std::move(folder)) {}

  Path folder_of(const std::string& name) const { return folder_ / name; }
  bool has(const std::string& name) const;
  void save(const RemoteJob& job) const;
  /// Throws UserError where the file is not one that save() wrote.
  RemoteJob load(const std::string& name) const;
  /// Removes the job's folder.
  void forget(const std::string& name) const;
  /// All jobs, by name.
  std::vector<RemoteJob> all() const;

 private:
  Path folder_;
};

const char* name_of(Phase phase);

}  // namespace tutti::launch
