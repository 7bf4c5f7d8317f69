// SPDX-License-Identifier: Apache-2.0
// A training that runs elsewhere, as saved in a file: everything that another process needs to
// continue it or take it down, even on another day.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "launch/target.h"

namespace tutti::launch {

/// A job's progress. A phase is saved before its first command runs, so that nothing exists
/// elsewhere that no file names.
enum class Phase {
  preparing,  // a machine may exist; nothing has started on it
  running,    // the training may run, and its output is there
  fetched     // its output was fetched or abandoned; a machine may still exist
};

/// A Kubernetes pod's name, of up to 63 characters, contains the job's name.
inline constexpr size_t kLongestJobName = 32;

struct RemoteJob {
  std::string name;
  std::string key;  // 16 random hexadecimal digits, which mark this job's property elsewhere
  Target target{"", "", nlohmann::json::object()};
  Phase phase = Phase::preparing;
  std::string command;           // as the user typed it, for the list
  std::string output;            // the local folder for its output, absolute
  int64_t processes = 1;         // on each machine
  int64_t attempt = 1;           // number of the current start
  int64_t lost_machines = 0;     // lost before the training started on them
  int64_t began = 0;             // Unix time, seconds
  double hours = 24;             // until everything is taken down
  int64_t log_bytes = 0;         // of this attempt's log, read so far
  int exit_code = -1;            // of the training; -1: none yet
  int64_t seconds = 0;           // time limit of this attempt; set when it starts
  bool has_machine = false;      // a machine created for it may exist
  bool has_files = false;        // its remote folder may exist
  std::string machine, address;  // the vendor's name for it

  /// The name of all its resources, distinct from those of a job of the same name begun on another
  /// computer.
  std::string unit() const { return "tutti-" + name + (key.empty() ? "" : "-" + key.substr(0, 6)); }
  /// Hours left at a Unix time; not negative.
  double hours_left(int64_t now) const;
  /// Its maximum cost until a Unix time; nullopt if the target has no price.
  std::optional<double> cost(int64_t now) const;
};

/// The folder of jobs: NAME/job.json, and beside it the files to send to the machine.
class JobStore {
 public:
  explicit JobStore(Path folder) : folder_(std::move(folder)) {}

  Path folder_of(const std::string& name) const { return folder_ / name; }
  bool has(const std::string& name) const;
  void save(const RemoteJob& job) const;
  /// Throws UserError if save() did not write the file.
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
