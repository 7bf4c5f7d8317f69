// SPDX-License-Identifier: Apache-2.0
// `tutti ir run`: runs a program on a backend and checks its check.* assertions on the results.
#include <optional>

#include "app/ir/ir_arguments.h"
#include "app/ir/ir_files.h"
#include "app/ir/ir_run_function.h"
#include "app/ir/ir_run_report.h"
#include "app/process/context.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "base/deadline.h"
#include "base/error.h"
#include "base/text.h"
#include "base/threads.h"
#include "op/catalogue.h"
#include "pass/plain_signature.h"
#include "pass/rewrite.h"
#include "run/backends.h"
#include "run/profile_report.h"

namespace tutti::app {
namespace {

/// --function, else main, else every public function that takes no argument.
std::vector<const ir::Function*> functions_to_run(const ir::Module& module,
                                                  const std::string& asked) {
  if (!asked.empty()) return {&module.get(asked)};
  if (const ir::Function* main = module.find("main")) return {main};
  std::vector<const ir::Function*> functions;
  for (const auto& function : module.functions)
    if (!function->is_private && function->argument_count() == 0)
      functions.push_back(function.get());
  return functions;
}

/// Files and devices hold only tensors; empty if the function takes and returns only those.
std::optional<ir::Module> plain_module(const ir::Module& module, const std::string& function) {
  if (pass::has_plain_signature(module.get(function))) return std::nullopt;
  return pass::with_plain_signature(module, function, op::catalogue());
}

/// The arguments of each process.
std::vector<NamedResults> inputs_of(const ir::Function& function, const IrArguments& arguments) {
  if (arguments.inputs.empty() && function.argument_count() > 0)
    user_error(
        "@{} takes {}: give --inputs FILE.safetensors, or run a function without arguments with "
        "--function",
        function.name, counted(static_cast<int64_t>(function.argument_count()), "argument"));
  const bool alone = arguments.replicas * arguments.partitions == 1;
  std::vector<NamedResults> inputs;
  for (int64_t replica = 0; replica < arguments.replicas; replica++)
    for (int64_t partition = 0; partition < arguments.partitions; partition++) {
      auto& values = inputs.emplace_back();
      if (!alone) values.suffix = fmt::format("@{},{}", replica, partition);
      if (!arguments.inputs.empty())
        values.tensors = read_inputs(arguments.inputs, function, values.suffix);
    }
  return inputs;
}

/// Runs functions on the requested backend. A failed assertion is a UserError of exit code 1; the
/// functions after it still run.
class Runner {
 public:
  Runner(const GlobalOptions& global, const IrArguments& arguments)
      : global_(global), arguments_(arguments), grid_{arguments.replicas, arguments.partitions} {
    if (arguments.timeout > 0) deadline_ = Deadline(arguments.timeout);
    if (backend::capabilities_of(arguments.backend).is_judge) {
      run::open_backend(arguments.backend, context_of(global));  // refuses devices that it lacks
      if (arguments.repeat > 0 || !arguments.profile.empty() || !arguments.skip.empty())
        user_error(
            "--repeat, --profile and --skip do not apply to the reference, which runs the program "
            "unchanged; choose another --backend");
      team_ = std::make_unique<Team>(global.threads);
      return;
    }
    if (grid_.count() > 1 && !backend::capabilities_of(arguments.backend).runs_grids)
      user_error("--replicas and --partitions run on the reference and the {} only, not on {}",
                 fmt::join(backend::own_backends(&backend::Capabilities::runs_grids), ", "),
                 escaped(arguments.backend));
    if (arguments.timeout > 0 && !backend::capabilities_of(arguments.backend).keeps_deadlines)
      user_error("--timeout ends runs on {} only, not on {}",
                 fmt::join(backend::own_backends(&backend::Capabilities::keeps_deadlines), ", "),
                 escaped(arguments.backend));
    backend_ = run::open_backend(arguments.backend, context_of(global),
                                 arguments.profile.empty() ? nullptr : &profile_);
  }

  std::vector<NamedResults> run(const ir::Module& module, const std::string& function,
                                const std::vector<NamedResults>& inputs) {
    times_ = {};
    deadline_.hold("the run before this function");
    if (team_) return run_on_reference(global_, module, function, grid_, inputs, *team_, deadline_);
    return run_function(*backend_, module, function, inputs, arguments_, deadline_, times_);
  }
  /// Of the last function.
  const RunTimes& times() const { return times_; }
  void finish() const {
    if (!arguments_.profile.empty())
      write_message(run::write_profile(profile_, arguments_.profile, arguments_.repeat + 1, {}));
  }

 private:
  const GlobalOptions& global_;
  const IrArguments& arguments_;
  ir::GridSize grid_;
  Deadline deadline_;  // of all functions together
  RunTimes times_;
  backend::Profile profile_;    // before the backend that writes into it
  std::unique_ptr<Team> team_;  // of the reference
  std::unique_ptr<backend::Backend> backend_;
};

}  // namespace

ExitCode run_ir_run(const GlobalOptions& global, const IrArguments& arguments) {
  Runner runner(global, arguments);
  const auto modules = read_modules(arguments.file);
  std::vector<std::pair<const ir::Module*, std::string>> work;
  for (const ir::Module& module : modules)
    for (const ir::Function* function : functions_to_run(module, arguments.function))
      work.emplace_back(&module, function->name);
  if (work.empty())
    user_error(
        "{}: found neither a function main nor a public one without arguments; name one "
        "with --function",
        arguments.file);
  if (work.size() > 1 && !(arguments.inputs.empty() && arguments.outputs.empty()))
    user_error(
        "--inputs and --outputs are for one function, but {} would run: name one with --function",
        work.size());
  IrRunReport report(global);
  for (const auto& [module, function] : work) {
    const std::optional<ir::Module> plain = plain_module(*module, function);
    const ir::Module& whole = plain ? *plain : *module;
    const auto inputs = inputs_of(whole.get(function), arguments);
    try {
      const auto results = runner.run(whole, function, inputs);
      if (!arguments.outputs.empty()) write_outputs(arguments.outputs, results);
      report.results(function, results, runner.times());
    } catch (const UserError& error) {
      report.failure(function, error);
    }
  }
  runner.finish();
  return report.finish();
}

}  // namespace tutti::app
