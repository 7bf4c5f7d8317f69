// SPDX-License-Identifier: Apache-2.0
// `tutti launch`: starts the processes of a job on this machine and supervises them. If one fails,
// the others continue and it is restarted if allowed. If all fail, all are restarted.
#include <sys/prctl.h>

#include <chrono>
#include <csignal>

#include "app/launch/launch_arguments.h"
#include "app/launch/launch_children.h"
#include "app/process/environment.h"
#include "app/process/output.h"
#include "base/log.h"
#include "base/text.h"
#include "base/token.h"
#include "comm/rendezvous.h"
#include "run/job_place.h"

namespace tutti::app {
namespace {

/// Whether an exit code means that a process was ended from outside, as when a machine is
/// reclaimed.
bool comes_from_outside(int code) {
  return code == 128 + SIGKILL || code == 128 + SIGTERM;
}

/// How all processes failed.
struct Failure {
  int code = 0;
  int64_t step = 0;  // of the newest checkpoint

  bool operator==(const Failure&) const = default;
};

/// The environment of each process, besides its ranks. If we choose the port, `reserved` keeps it
/// free.
std::vector<Setting> common_settings(const LaunchArguments& a, comm::Socket& reserved) {
  const bool alone = a.nnodes == 1;
  std::vector<Setting> set = {{"WORLD_SIZE", std::to_string(a.nnodes * a.nproc_per_node)},
                              {"LOCAL_WORLD_SIZE", std::to_string(a.nproc_per_node)}};
  if (a.rendezvous.empty()) {
    const std::string host = alone && a.master_addr.empty() ? "127.0.0.1" : a.master_addr;
    int64_t port = a.master_port.value_or(29500);
    if (alone && !a.master_port) {
      reserved = comm::reserve_port(host);
      port = comm::port_of(reserved);
    }
    set.emplace_back("MASTER_ADDR", host);
    set.emplace_back("MASTER_PORT", std::to_string(port));
  } else {
    set.emplace_back("TUTTI_RENDEZVOUS", a.rendezvous);
  }
  if (alone && !environment_variable("TUTTI_TOKEN"))
    set.emplace_back("TUTTI_TOKEN", random_hex(16));
  return set;
}

int run_once(const LaunchArguments& a, const RestartedCommand& command,
             const std::vector<std::string>& words, int64_t& restarts) {
  comm::Socket reserved;
  const std::vector<Setting> common = common_settings(a, reserved);
  Children children(command, words, restarts, a.nnodes == 1);
  for (int64_t local = 0; local < a.nproc_per_node; local++) {
    std::vector<Setting> own = common;
    const int64_t rank = a.node_rank * a.nproc_per_node + local;
    own.emplace_back("RANK", std::to_string(rank));
    own.emplace_back("LOCAL_RANK", std::to_string(local));
    children.start(rank, own);
  }
  return children.wait();
}

void expect_whole(const LaunchArguments& a, const std::vector<std::string>& words) {
  if (words.empty())
    user_error(
        "tutti launch: the command is missing; expected it after the flags: tutti launch "
        "--nproc_per_node {} train ...",
        a.nproc_per_node);
  if (a.node_rank >= a.nnodes)
    user_error("--node_rank {}: expected 0 to {}, as --nnodes is {}", a.node_rank, a.nnodes - 1,
               a.nnodes);
  if (!a.rendezvous.empty() && (!a.master_addr.empty() || a.master_port))
    user_error("--rendezvous with --master_addr or --master_port: expected one of them");
  if (a.nnodes == 1) return;
  if (a.master_addr.empty() && a.rendezvous.empty())
    user_error(
        "--master_addr is missing: the name or address of machine 0; or --rendezvous, where the "
        "machines find each other");
}

}  // namespace

ExitCode run_launch(const GlobalOptions& global, const LaunchArguments& arguments) {
  const bool is_here = arguments.on.empty() && arguments.name.empty() && arguments.down.empty();
  if (!is_here || arguments.list) return run_launch_target(global, arguments);
  expect_whole(arguments, global.words);
  const RestartedCommand command(global.words);
  std::vector<std::string> words = global.words;
  watch_for_stop();
  int64_t restarts = arguments.max_restarts;
  std::optional<Failure> last;
  while (true) {
    const int code = run_once(arguments, command, words, restarts);
    const bool may_help = is_failure(code) && code != static_cast<int>(ExitCode::usage);
    // With several machines, each would start alone.
    if (!may_help || restarts == 0 || arguments.nnodes > 1) return static_cast<ExitCode>(code);
    const Failure failure{code, command.newest_step()};
    if (failure == last && !comes_from_outside(code)) {
      log_warning(
          "all processes have failed twice in the same way, with exit code {} after the checkpoint "
          "of step {}, so they are not restarted",
          code, failure.step);
      return static_cast<ExitCode>(code);
    }
    last = failure;
    restarts--;
    log_warning("all processes have failed and are restarted; {} restarts are left", restarts);
    words = command.resuming();
  }
}

}  // namespace tutti::app
