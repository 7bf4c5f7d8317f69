// SPDX-License-Identifier: Apache-2.0
// What each kind of target is asked for, as commands of its own client. A driver runs nothing and
// keeps nothing: the same job gives the same commands.
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
  ended  // preempted, failed or stopped: it must be removed before there can be another
};

enum class UnitState {
  running,  // or waiting for its turn
  gone,     // without an exit code: its machine failed or was taken away
  ended     // with an exit code
};

/// The state of a running job when it was polled.
struct UnitStatus {
  UnitState state = UnitState::running;
  int exit_code = 0;  // of UnitState::ended
  std::string log;    // its new part
};

/// The files besides the training's own that are sent: their names and texts.
using BundleTexts = std::map<std::string, std::string>;

class Driver {
 public:
  virtual ~Driver() = default;

  /// Whether there is something to create before files can be sent.
  virtual bool has_machine() const { return false; }
  /// Creates it. Where a client fails although it did its work, asking again does no harm, or the
  /// machine's state tells.
  virtual ClientCommand create(const RemoteJob& job) const;
  /// Asks for its state. A machine that is absent is a success of the client.
  virtual ClientCommand ask_machine(const RemoteJob& job) const;
  /// Reads that answer, and what the vendor calls the machine into the job.
  virtual MachineState machine_state(const std::string& answer, RemoteJob& job) const;
  /// For dry runs: the client's answer about a machine that is ready, with names in capitals for
  /// what only a vendor knows.
  virtual std::string ready_answer() const;
  /// Removes a machine whose state was asked for just before.
  virtual ClientCommand remove_machine(const RemoteJob& job) const;

  /// Runs a script where the files are.
  virtual ClientCommand shell(const RemoteJob& job, const std::string& script) const = 0;
  /// The job's folder there, absolute or within the one that shells begin in.
  virtual std::string folder(const RemoteJob& job) const = 0;
  /// Copies what is in a folder here into the job's folder or one in it, which exists. A file that
  /// goes through the client's standard streams lies at `passing`.
  virtual std::vector<ClientCommand> send(const RemoteJob& job, const Path& from,
                                          const std::string& to, const Path& passing) const = 0;
  /// Copies the job's folder `output` into the one here that is called so too, `to`/output, which
  /// exists. A file that `known` has too, an absolute path, need not be copied.
  virtual std::vector<ClientCommand> fetch(const RemoteJob& job, const Path& to, const Path& known,
                                           const Path& passing) const = 0;

  /// Scripts in the bundle.
  BundleTexts texts(const RemoteJob& job) const;
  /// Starts this attempt, unless it has been started. Asking twice does no harm.
  virtual ClientCommand start(const RemoteJob& job) const;
  /// Asks whether the job still exists; no words: its folder alone tells.
  virtual ClientCommand ask_unit(const RemoteJob& job) const;
  virtual bool unit_exists(const std::string& answer) const;
  /// Asks the training to end as a signal does, so that it saves its state.
  virtual ClientCommand stop(const RemoteJob& job) const;
  /// Removes what start() made where that is not a process of the machine; no words: nothing.
  virtual ClientCommand remove_unit(const RemoteJob& job) const;
  /// Whether the job's folder is still there when its machine has been removed.
  virtual bool outlives_machine() const { return false; }
  /// Kills the processes of the job that still run, and removes its folder if it is this job's.
  virtual ClientCommand clean(const RemoteJob& job) const;

 protected:
  /// Removes the job's folder, after `before` was run in it, unless it is another job's.
  ClientCommand clean_after(const RemoteJob& job, std::string_view before) const;
  /// The shell command that trains: one process, or what starts several. `program` is how a shell
  /// in the job's folder calls tutti.
  virtual std::string command_line(const RemoteJob& job, const std::string& program) const;
};

std::unique_ptr<Driver> make_driver(const Target& target);

/// Makes the job's folder there, with the processes' token in it, and a file with the job's key,
/// which tells whose folder it is.
ClientCommand claim(const Driver& driver, const RemoteJob& job);
enum class Claimed {
  fresh,  // it is the job's
  known,  // and has had all files before
  taken   // it is another's, and stays as it is
};
/// Reads that; throws UserError of exit code 5 where the answer does not end with one of the words.
Claimed read_claim(const std::string& answer);

/// Polls the job's folder: the answer is a line with the state, and then the new part of the log.
ClientCommand poll_unit(const Driver& driver, const RemoteJob& job);
/// Reads that; throws UserError of exit code 5 for any other text.
UnitStatus read_status(const std::string& answer);

std::unique_ptr<Driver> make_ssh_driver();
std::unique_ptr<Driver> make_slurm_driver();
std::unique_ptr<Driver> make_kubernetes_driver();
std::unique_ptr<Driver> make_gcp_tpu_driver();
std::unique_ptr<Driver> make_gcp_gpu_driver();
std::unique_ptr<Driver> make_aws_driver();

}  // namespace tutti::launch
