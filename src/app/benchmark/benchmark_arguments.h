// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti benchmark`.
#pragma once

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/benchmark.h"
#include "run/job_settings.h"

namespace tutti::app {

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(run::BenchmarkSettings& arguments);

/// Run the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throw UserError.
ExitCode run_benchmark(const GlobalOptions& global, const run::BenchmarkSettings& arguments);
/// `tutti benchmark --report`.
ExitCode benchmark_switches(const GlobalOptions& global, const run::BenchmarkSettings& arguments);
/// `tutti benchmark --plan_world`.
ExitCode benchmark_plan(const GlobalOptions& global, const run::BenchmarkSettings& arguments);
/// `tutti benchmark --collectives`, in each process of a job.
ExitCode benchmark_collectives(const GlobalOptions& global, const run::JobSettings& arguments);

}  // namespace tutti::app
