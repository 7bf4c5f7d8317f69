// SPDX-License-Identifier: Apache-2.0
// What `tutti benchmark` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/job_settings.h"
#include "run/lora_settings.h"
#include "run/model_settings.h"
#include "run/step_settings.h"
#include "task/task.h"

namespace tutti::app {

struct BenchmarkArguments : run::ModelSettings, run::JobSettings, run::StepSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::benchmark);
  std::string train_file;
  int64_t per_device_train_batch_size = 16;
  int64_t gradient_accumulation_steps = 1;
  std::optional<int64_t> max_seq_length;
  run::LoraSettings lora;
  int64_t steps = 20;
  int64_t seed = 42;
  std::string backend = "cpu";
  std::string pack = "auto";
  std::string report;        // folder of a report on each of a step's switches; empty: one rate
  int64_t repeats = 3;       // rounds of a report
  bool profile = false;      // also where the time and the memory of a step go
  bool collectives = false;  // the processes of a job and what connects them, instead of steps
  std::string plan_world;    // numbers of processes whose steps are predicted; empty: none
  std::string link;          // between their hosts, see app/link_argument.h
  std::string local_link = "20gbit,10us";  // between the processes of a host
  int64_t nproc_per_node = 1;              // of them
  std::optional<int64_t> micro_batches;    // of their steps; default: each has those of this one
  std::string shares;                      // by rank; empty: equal
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(BenchmarkArguments& arguments);

/// Runs the commands: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
/// `tutti benchmark --report`.
ExitCode benchmark_switches(const GlobalOptions& global, const BenchmarkArguments& arguments);
/// `tutti benchmark --plan_world`.
ExitCode benchmark_plan(const GlobalOptions& global, const BenchmarkArguments& arguments);
/// `tutti benchmark --collectives`, in each process of a job.
ExitCode benchmark_collectives(const GlobalOptions& global, const run::JobSettings& arguments);
ExitCode run_benchmark(const GlobalOptions& global, const BenchmarkArguments& arguments);

}  // namespace tutti::app
