// SPDX-License-Identifier: Apache-2.0
// The commands: the functions that run them. A command's arguments are in its *_arguments.h; what
// each means, its limits and its group are said once, in *_arguments.cpp, which flags, run.json and
// help read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/benchmark_arguments.h"
#include "app/compile_arguments.h"
#include "app/completion_arguments.h"
#include "app/devices_arguments.h"
#include "app/doctor_arguments.h"
#include "app/estimate_arguments.h"
#include "app/evaluate_arguments.h"
#include "app/export_arguments.h"
#include "app/generation_arguments.h"
#include "app/global_options.h"
#include "app/ir_arguments.h"
#include "app/launch_arguments.h"
#include "app/manual_arguments.h"
#include "app/merge_arguments.h"
#include "app/predict_arguments.h"
#include "app/report_arguments.h"
#include "app/score_arguments.h"
#include "app/serve_arguments.h"
#include "app/suite_arguments.h"
#include "app/sync_arguments.h"
#include "app/tokenize_arguments.h"
#include "app/validate_arguments.h"
#include "base/error.h"
#include "run/job_settings.h"
#include "run/train_settings.h"

namespace tutti::app {

/// Each returns `done`, or `check_failed`, `stopped`, `interrupted`; all else is a UserError.
ExitCode run_train(const GlobalOptions& global, const run::TrainSettings& arguments);
ExitCode run_estimate(const GlobalOptions& global, const EstimateArguments& arguments);
ExitCode run_compile(const GlobalOptions& global, const CompileArguments& arguments);
ExitCode run_launch(const GlobalOptions& global, const LaunchArguments& arguments);
/// `tutti launch --on`, `--list` and `--down`.
ExitCode run_launch_target(const GlobalOptions& global, const LaunchArguments& arguments);
ExitCode run_evaluate(const GlobalOptions& global, const EvaluateArguments& arguments);
ExitCode run_predict(const GlobalOptions& global, const PredictArguments& arguments);
/// `tutti benchmark --report`.
ExitCode benchmark_switches(const GlobalOptions& global, const BenchmarkArguments& arguments);
/// `tutti benchmark --plan_world`.
ExitCode benchmark_plan(const GlobalOptions& global, const BenchmarkArguments& arguments);
/// `tutti benchmark --collectives`, in each process of a job.
ExitCode benchmark_collectives(const GlobalOptions& global, const run::JobSettings& arguments);
ExitCode run_benchmark(const GlobalOptions& global, const BenchmarkArguments& arguments);
ExitCode run_validate(const GlobalOptions& global, const ValidateArguments& arguments);
ExitCode run_export(const GlobalOptions& global, const ExportArguments& arguments);
ExitCode run_merge(const GlobalOptions& global, const MergeArguments& arguments);
ExitCode run_score(const GlobalOptions& global, const ScoreArguments& arguments);
ExitCode run_report(const GlobalOptions& global, const ReportArguments& arguments);
ExitCode run_serve(const GlobalOptions& global, const ServeArguments& arguments);
ExitCode run_suite(const GlobalOptions& global, const SuiteArguments& arguments);
ExitCode run_tokenize(const GlobalOptions& global, const TokenizeArguments& arguments);
ExitCode run_generate(const GlobalOptions& global, const GenerateArguments& arguments);
ExitCode run_chat(const GlobalOptions& global, const ChatArguments& arguments);
/// `tutti tokenize --chat`.
ExitCode run_tokenize_chat(const GlobalOptions& global, const TokenizeArguments& arguments);
ExitCode run_sync(const GlobalOptions& global, const SyncArguments& arguments);
ExitCode run_completion(const GlobalOptions& global, const CompletionArguments& arguments);
ExitCode run_manual(const GlobalOptions& global, const ManualArguments& arguments);
ExitCode run_devices(const GlobalOptions& global, const DevicesArguments& arguments);
ExitCode run_doctor(const GlobalOptions& global, const DoctorArguments& arguments);
ExitCode run_ir_verify(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_print(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_run(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_grad(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_adapt(const GlobalOptions& global, const IrArguments& arguments);
ExitCode run_ir_lower(const GlobalOptions& global, const IrArguments& arguments);

}  // namespace tutti::app
