// SPDX-License-Identifier: Apache-2.0
// `tutti ir run`: a program on a backend, its check.* assertions held on what the backend computed.
#include <chrono>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.h"
#include "app/ir_files.h"
#include "app/output.h"
#include "app/plugins.h"
#include "app/profile_report.h"
#include "base/deadline.h"
#include "base/log.h"
#include "base/text.h"
#include "base/threads.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/interpreter.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"
#include "pass/plain_signature.h"
#include "pass/rewrite.h"
#include "pass/spread.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostShown = 1024;  // elements of a result; more need --outputs

/// What a process of the grid takes or gives: its name behind those of its tensors ("@1,0", empty
/// where there is one process) and the values.
using Values = NamedResults;

bool is_check(const ir::Operation& op) {
  if (op.name().starts_with("check.")) return true;
  if (op.name() != "stablehlo.custom_call") return false;
  return op.string_attribute("call_target_name").starts_with("check.");
}

/// Results of assertions are constants: true, for one that does not hold ends the run.
ir::Module without_results_of_checks(const ir::Module& module) {
  return pass::rewrite(
      module, op::catalogue(),
      [](ir::Builder& b, const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
        if (!is_check(op) || op.result_count() == 0) return std::nullopt;
        b.create(op.name(), op.operands, op.attributes);
        std::vector<ir::Value> results;
        for (const ir::Type& type : op.result_types()) results.push_back(op::constant(b, type, 1));
        return results;
      });
}

/// Takes the assertions out of a function's body and lets the function return what they look at,
/// behind its own results: they are then held on the backend's values.
std::vector<std::unique_ptr<ir::Operation>> take_checks(ir::Function& function) {
  auto& operations = function.body.operations;
  std::vector<std::unique_ptr<ir::Operation>> checks;
  for (auto& op : operations)
    if (is_check(*op)) checks.push_back(std::move(op));
  std::erase(operations, nullptr);
  for (const auto& check : checks)
    for (const ir::Value operand : check->operands) {
      operations.back()->operands.push_back(operand);
      function.result_types.push_back(operand->type);
      function.result_attributes.emplace_back();
    }
  return checks;
}

void hold_checks(const std::vector<std::unique_ptr<ir::Operation>>& checks,
                 const std::vector<ir::Tensor>& values) {
  auto value = values.begin();
  for (const auto& check : checks) {
    std::vector<ir::Array> arrays;
    for (size_t i = 0; i < check->operand_count(); i++) arrays.emplace_back(*value++);
    std::vector<const ir::Array*> operands;
    for (const ir::Array& array : arrays) operands.push_back(&array);
    op::evaluate_operation(*check, operands);
  }
}

/// How long runs took: seconds that passed, and that processors worked.
struct Times {
  std::vector<double> wall, processors;
};

/// How to run a function, beside its inputs.
struct Execution {
  ir::GridSize grid;
  bool share_memory;
  int64_t repeat;
  Deadline deadline;
};

/// The results of each process, given the inputs of each.
std::vector<std::vector<ir::Tensor>> execute(backend::Backend& backend, const ir::Module& module,
                                             const std::string& function,
                                             const std::vector<std::vector<ir::Tensor>>& inputs,
                                             const Execution& how, Times& times) {
  using Buffers = std::vector<backend::Buffer>;
  const auto executable = backend.compile(
      module, {.function = function,
               .grid = how.grid,
               .keeping = how.repeat > 0 ? backend::Keeping::copies : backend::Keeping::none,
               .share_memory = how.share_memory,
               .deadline = how.deadline});
  const backend::Device device = backend.devices().at(0);
  std::vector<Buffers> arguments,
      results(inputs.size(), Buffers(module.get(function).result_types.size()));
  for (const auto& tensors : inputs) arguments.emplace_back(tensors.size());
  const std::vector<std::span<backend::Buffer>> argument_slots(arguments.begin(), arguments.end());
  const std::vector<std::span<backend::Buffer>> result_slots(results.begin(), results.end());
  for (int64_t round = 0; round <= how.repeat; round++) {
    for (size_t process = 0; process < inputs.size(); process++)
      for (size_t i = 0; i < inputs[process].size(); i++) {
        backend::Buffer& argument = arguments[process][i];
        if (argument) continue;  // else it was donated
        argument = backend.upload(inputs[process][i], device);
        backend.wait(argument);
      }
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t begin_processors = std::clock();
    executable->run(argument_slots, result_slots);
    for (const Buffers& own : results)
      for (const backend::Buffer& result : own) backend.wait(result);
    if (round == 0) continue;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    times.wall.push_back(passed.count());
    times.processors.push_back(static_cast<double>(std::clock() - begin_processors) /
                               CLOCKS_PER_SEC);
  }
  std::vector<std::vector<ir::Tensor>> tensors;
  for (const Buffers& own : results) {
    auto& downloaded = tensors.emplace_back();
    for (const backend::Buffer& result : own) downloaded.push_back(backend.download(result));
  }
  return tensors;
}

/// The reference: the operations' own meaning, rounded as the program's types say.
std::vector<Values> interpret(const GlobalOptions& global, const ir::Module& module,
                              const std::string& name, ir::GridSize grid,
                              const std::vector<Values>& inputs, Team& team,
                              const Deadline& deadline) {
  op::InterpreterOptions options;
  options.deadline = deadline;
  options.parallel = [&team](int64_t count, const std::function<void(int64_t)>& body) {
    auto task = [&](int64_t i, int) { body(i); };
    team.run(count, task);
  };
  options.show = [&global](const std::string& text) {
    global.json ? write_message(text + "\n") : write_result(text + "\n");
  };
  std::vector<std::vector<ir::Array>> arguments;
  for (const Values& values : inputs)
    arguments.emplace_back(values.tensors.begin(), values.tensors.end());
  const auto arrays = op::interpret_grid(module, name, grid, std::move(arguments), options);
  std::vector<Values> results;
  for (size_t process = 0; process < arrays.size(); process++) {
    results.push_back({inputs[process].suffix, {}});
    for (const ir::Array& array : arrays[process]) results.back().tensors.push_back(array.tensor());
  }
  return results;
}

/// Runs one function on another backend, on each process of the grid; gives their results.
std::vector<Values> run_function(backend::Backend& backend, const ir::Module& module,
                                 const std::string& name, const std::vector<Values>& inputs,
                                 const IrArguments& arguments, const Deadline& deadline,
                                 Times& times) {
  // The assertions point into `whole`, so it stays alive; the passes get a copy.
  ir::Module whole = without_results_of_checks(
      pass::inline_calls(pass::copy_of_function(module, name), op::catalogue()));
  const size_t own_results = whole.get(name).result_types.size();
  const auto checks = take_checks(whole.get(name));
  pass::keep_function(whole, name);
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  options.skip = parts_of_list(arguments.skip);
  options.grid = {arguments.replicas, arguments.partitions};
  // A program that is given to one process may ask for more; all have its inputs, and its results
  // are the first one's.
  const bool asks = backend.capabilities().runs_grids && options.grid.count() == 1;
  if (asks) options.grid = pass::grid_asked_for(whole, whole.get(name));
  std::vector<std::vector<ir::Tensor>> given;
  for (int64_t process = 0; process < options.grid.count(); process++)
    given.push_back(inputs[asks ? 0 : static_cast<size_t>(process)].tensors);
  const ir::Module lowered = pass::run_pipeline(ir::clone(whole), op::catalogue(), options);
  auto values =
      execute(backend, lowered, name, given,
              {options.grid, !options.skips(pass::kMemoryPlan), arguments.repeat, deadline}, times);
  values.resize(inputs.size());
  std::vector<Values> results;
  for (size_t process = 0; process < values.size(); process++) {
    std::vector<ir::Tensor>& own = values[process];
    const std::vector<ir::Tensor> checked(own.begin() + static_cast<std::ptrdiff_t>(own_results),
                                          own.end());
    hold_checks(checks, checked);
    own.resize(own_results);
    results.push_back({inputs[process].suffix, std::move(own)});
  }
  return results;
}

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

Json element_json(const ir::Tensor& tensor, int64_t index) {
  const ir::ElementType element = tensor.type().element;
  if (element == ir::ElementType::i1) return tensor.int_at(index) != 0;
  if (element == ir::ElementType::ui64) return static_cast<uint64_t>(tensor.int_at(index));
  const auto number = [](double value) -> Json {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";  // JSON has no such numbers
  };
  if (ir::is_complex(element)) {
    const auto value = tensor.complex_at(index);
    return Json::array({number(value.real()), number(value.imag())});
  }
  return ir::is_float(element) ? number(tensor.float_at(index)) : Json(tensor.int_at(index));
}

Json json_of(const ir::Tensor& tensor) {
  Json result = {{"type", tensor.type().str()}};
  if (tensor.type().count() > kMostShown) return result;
  Json& values = result["values"] = Json::array();
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(element_json(tensor, i));
  return result;
}

std::string tensor_text(const ir::Tensor& tensor) {
  if (tensor.type().count() > kMostShown)
    return fmt::format("{} elements : {}; --outputs keeps them", tensor.type().count(),
                       tensor.type().str());
  return ir::print(ir::Attribute(tensor));
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// What a function gave, shown or collected.
class Report {
 public:
  explicit Report(const GlobalOptions& global) : global_(global) {}

  void results(const std::string& function, const std::vector<Values>& processes,
               const Times& times) {
    for (const auto& [suffix, tensors] : processes) {
      Json list = Json::array();
      for (size_t i = 0; i < tensors.size(); i++) {
        if (global_.json)
          list.push_back(json_of(tensors[i]));
        else
          write_result(
              fmt::format("@{} out.{:03}{} = {}\n", function, i, suffix, tensor_text(tensors[i])));
      }
      Json entry = {{"name", function}, {"passed", true}, {"results", list}};
      if (!times.wall.empty()) {
        entry["seconds"] = times.wall;
        entry["processor_seconds"] = times.processors;
      }
      if (!suffix.empty()) entry["process"] = suffix.substr(1);  // "replica,partition"
      functions_.push_back(std::move(entry));
    }
    if (!global_.json && processes[0].tensors.empty()) log_info("@{}: passed", function);
    if (times.wall.empty()) return;
    log_info("@{}: {} more runs, {:.3f} ms each, {:.3f} ms of processors", function,
             times.wall.size(), 1e3 * median(times.wall), 1e3 * median(times.processors));
  }
  void failure(const std::string& function, const UserError& error) {
    failures_++;
    if (code_ == ExitCode::done || code_ == ExitCode::check_failed) code_ = error.code();
    log_message(LogLevel::error, fmt::format("@{}: {}", function, error.what()));
    functions_.push_back({{"name", function}, {"passed", false}, {"failure", error.what()}});
  }
  ExitCode finish() {
    if (global_.json) write_result_json({{"functions", functions_}});
    if (failures_ == 0) return ExitCode::done;
    log_info("{} of {} functions failed", failures_, functions_.size());
    return code_;
  }

 private:
  const GlobalOptions& global_;
  Json functions_ = Json::array();
  int64_t failures_ = 0;
  ExitCode code_ = ExitCode::done;  // the first failure's that is more than a failed check
};

/// Files and devices hold tensors alone; nothing where the function takes and gives no more.
std::optional<ir::Module> plain_module(const ir::Module& module, const std::string& function) {
  if (pass::has_plain_signature(module.get(function))) return std::nullopt;
  return pass::with_plain_signature(module, function, op::catalogue());
}

/// The arguments of each process.
std::vector<Values> inputs_of(const ir::Function& function, const IrArguments& arguments) {
  if (arguments.inputs.empty() && function.argument_count() > 0)
    user_error(
        "@{} takes {} arguments: give them with --inputs FILE.safetensors, or run a "
        "function without arguments with --function",
        function.name, function.argument_count());
  const bool alone = arguments.replicas * arguments.partitions == 1;
  std::vector<Values> inputs;
  for (int64_t replica = 0; replica < arguments.replicas; replica++)
    for (int64_t partition = 0; partition < arguments.partitions; partition++) {
      auto& values = inputs.emplace_back();
      if (!alone) values.suffix = fmt::format("@{},{}", replica, partition);
      if (!arguments.inputs.empty())
        values.tensors = read_inputs(arguments.inputs, function, values.suffix);
    }
  return inputs;
}

/// Runs functions on the backend asked for. A failed assertion is a UserError of exit code 1; the
/// functions behind one that fails run nevertheless.
class Runner {
 public:
  Runner(const GlobalOptions& global, const IrArguments& arguments)
      : global_(global), arguments_(arguments), grid_{arguments.replicas, arguments.partitions} {
    if (arguments.timeout > 0) deadline_ = Deadline(arguments.timeout);
    if (backend::capabilities_of(arguments.backend).is_judge) {
      open_backend(arguments.backend, global.threads);  // refuses devices that it does not have
      if (arguments.repeat > 0 || !arguments.profile.empty() || !arguments.skip.empty())
        user_error(
            "--repeat, --profile and --skip are not for the reference, which runs the program as "
            "it stands; choose another --backend");
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
    backend_ = open_backend(arguments.backend, global.threads,
                            arguments.profile.empty() ? nullptr : &profile_);
  }

  std::vector<Values> run(const ir::Module& module, const std::string& function,
                          const std::vector<Values>& inputs) {
    times_ = {};
    deadline_.hold("the run before this function");
    if (team_) return interpret(global_, module, function, grid_, inputs, *team_, deadline_);
    return run_function(*backend_, module, function, inputs, arguments_, deadline_, times_);
  }
  /// Of the last function.
  const Times& times() const { return times_; }
  void finish() const {
    if (!arguments_.profile.empty())
      write_profile(profile_, arguments_.profile, arguments_.repeat + 1, {});
  }

 private:
  const GlobalOptions& global_;
  const IrArguments& arguments_;
  ir::GridSize grid_;
  Deadline deadline_;  // of all functions together
  Times times_;
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
        "--inputs and --outputs are of one function, and {} are to be run: name one with "
        "--function",
        work.size());
  Report report(global);
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
