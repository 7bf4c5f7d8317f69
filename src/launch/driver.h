// SPDX-License-Identifier: Apache-2.0
// Makes the client commands for each kind of target. A driver runs nothing and keeps no state: the
// same job gives the same commands.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "launch/client.h"
#include "launch/job.h"

namespace tutti::launch {

enum class MachineState {
  absent,
  starting,
  ready,
  ended  // preempted, failed or stopped: remove it before creating another
};

enum class UnitState {
  running,  // or queued
  gone,     // without an exit code: its machine failed or was reclaimed
  ended     // with an exit code
};

/// The state of a running job when it was polled.
struct UnitStatus {
  UnitState state = UnitState::running;
  int exit_code = 0;  // if ended
  std::string log;    // its new part
};

/// Files sent in addition to the training's own: their names and texts.
using BundleTexts = std::map<std::string, std::string>;

class Driver {
 public:
  virtual ~Driver() = default;

  /// Whether a machine must be created before sending files.
  virtual bool has_machine() const { return false; }
  /// Creates it. If a client fails after doing its work, repeating the command is harmless, or the
  /// machine's state shows the result.
  virtual ClientCommand create(const RemoteJob& job) const;
  /// Asks for its state. The client succeeds for an absent machine.
  virtual ClientCommand ask_machine(const RemoteJob& job) const;
  /// Parses that answer, and stores the vendor's name for the machine in the job.
  virtual MachineState machine_state(const std::string& answer, RemoteJob& job) const;
  /// For dry runs: the client's answer for a ready machine, with placeholders in capitals for
  /// values that only the vendor knows.
  virtual std::string ready_answer() const;
  /// Removes a machine whose state was queried just before.
  virtual ClientCommand remove_machine(const RemoteJob& job) const;

  /// Runs a script on the machine that has the files.
  virtual ClientCommand shell(const RemoteJob& job, const std::string& script) const = 0;
  /// The job's folder there, absolute or relative to the shell's initial folder.
  virtual std::string folder(const RemoteJob& job) const = 0;
  /// Copies the contents of a local folder into the job's folder or an existing folder in it. A
  /// file that passes through the client's standard streams is at `passing`.
  virtual std::vector<ClientCommand> send(const RemoteJob& job, const Path& from,
                                          const std::string& to, const Path& passing) const = 0;
  /// Copies the job's folder `output` into the existing local folder `to`/output. Files that
  /// `known`, an absolute path, already has need not be copied.
  virtual std::vector<ClientCommand> fetch(const RemoteJob& job, const Path& to, const Path& known,
                                           const Path& passing) const = 0;

  /// Scripts in the bundle.
  BundleTexts texts(const RemoteJob& job) const;
  /// Starts this attempt unless it has started. Repeating the command is harmless.
  virtual ClientCommand start(const RemoteJob& job) const;
  /// Asks whether the job still exists; no words: only its folder shows it.
  virtual ClientCommand ask_unit(const RemoteJob& job) const;
  virtual bool unit_exists(const std::string& answer) const;
  /// Asks the training to end, as a signal does, so that it saves its state.
  virtual ClientCommand stop(const RemoteJob& job) const;
  /// Removes what start() created, if that is not a process on the machine; no words: nothing.
  virtual ClientCommand remove_unit(const RemoteJob& job) const;
  /// Whether the job's folder survives the removal of its machine.
  virtual bool outlives_machine() const { return false; }
  /// Kills the job's remaining processes, and removes its folder if it belongs to this job.
  virtual ClientCommand clean(const RemoteJob& job) const;

 protected:
  /// Runs `before` in the job's folder and removes the folder, unless it belongs to another job.
  ClientCommand clean_after(const RemoteJob& job, std::string_view before) const;
  /// The shell command of the training: one process, or the launcher of several. A shell in the
  /// job's folder calls tutti as `program`.
  virtual std::string command_line(const RemoteJob& job, const std::string& program) const;
};

std::unique_ptr<Driver> make_driver(const Target& target);

/// Makes the job's folder there, with the processes' token, and a file with the job's key, which
/// identifies the folder's owner.
ClientCommand claim(const Driver& driver, const RemoteJob& job);
enum class Claimed {
  fresh,  // it belongs to the job
  known,  // likewise, and has all files
  taken   // it belongs to another job, and stays unchanged
};
/// Parses that answer; throws UserError of exit code 5 if it does not end with one of the words.
Claimed read_claim(const std::string& answer);

/// Polls the job's folder: the answer is a line with the state, followed by the new part of the
/// log.
ClientCommand poll_unit(const Driver& driver, const RemoteJob& job);
/// Parses that answer; throws UserError of exit code 5 for any other text.
UnitStatus read_status(const std::string& answer);

std::unique_ptr<Driver> make_ssh_driver();
std::unique_ptr<Driver> make_slurm_driver();
std::unique_ptr<Driver> make_kubernetes_driver();
std::unique_ptr<Driver> make_gcp_tpu_driver();
std::unique_ptr<Driver> make_gcp_gpu_driver();
std::unique_ptr<Driver> make_aws_driver();

}  // namespace tutti::launch
