// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti launch`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

/// Names are torchrun's.
struct LaunchArguments {
  int64_t nproc_per_node = 1;
  int64_t nnodes = 1;
  int64_t node_rank = 0;
  std::string master_addr;  // empty: this machine alone
  std::optional<int64_t> master_port;
  std::string rendezvous;  // see JobSettings
  int64_t max_restarts = 0;

  std::string on;  // a target's name; empty: this machine
  std::string targets = "targets.yaml";
  std::string name;           // the job's; empty: the target's name and the time
  double max_hours = 24;      // until the job ends and its machine is removed
  double max_cost = 0;        // likewise, by the target's price; 0: no limit
  int64_t max_resumes = 20;   // after preemptions and lost machines
  double fetch_minutes = 10;  // between copies of the output while it runs
  double look_seconds = 5;    // between polls of its log
  bool dry_run = false;
  bool no_preflight = false;  // nothing is compiled before a machine is rented
  bool list = false;          // lists the jobs
  std::string down;           // a job's name, or all; empty: none
  bool discard = false;       // with down: its output is discarded
  std::string jobs_dir;       // where jobs are kept; empty: the user's state folder
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(LaunchArguments& arguments);
/// The flags of trainings on other machines.
void list_target_arguments(ArgumentLister& list, LaunchArguments& arguments);

/// Runs the commands: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_launch(const GlobalOptions& global, const LaunchArguments& arguments);
/// `tutti launch --on`, `--list` and `--down`.
ExitCode run_launch_target(const GlobalOptions& global, const LaunchArguments& arguments);

}  // namespace tutti::app
