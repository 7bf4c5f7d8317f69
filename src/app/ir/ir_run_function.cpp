// SPDX-License-Identifier: Apache-2.0
#include "app/ir/ir_run_function.h"

#include <chrono>
#include <nlohmann/json.hpp>

#include "app/ir/ir_checks.h"
#include "app/process/output.h"
#include "base/processors.h"
#include "base/text.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/inline_calls.h"
#include "pass/known_sizes.h"
#include "pass/pipeline.h"
#include "pass/spread.h"

namespace tutti::app {
namespace {

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
                                             const Execution& how, RunTimes& times) {
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
    const double begin_processors = processor_seconds();
    executable->run(argument_slots, result_slots);
    for (const Buffers& own : results)
      for (const backend::Buffer& result : own) backend.wait(result);
    if (round == 0) continue;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    times.wall.push_back(passed.count());
    times.processors.push_back(processor_seconds() - begin_processors);
  }
  std::vector<std::vector<ir::Tensor>> tensors;
  for (const Buffers& own : results) {
    auto& downloaded = tensors.emplace_back();
    for (const backend::Buffer& result : own) downloaded.push_back(backend.download(result));
  }
  return tensors;
}

}  // namespace

std::vector<NamedResults> run_on_reference(const GlobalOptions& global, const ir::Module& module,
                                           const std::string& name, ir::GridSize grid,
                                           const std::vector<NamedResults>& inputs, Team& team,
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
  for (const NamedResults& values : inputs)
    arguments.emplace_back(values.tensors.begin(), values.tensors.end());
  const auto arrays = op::interpret_grid(module, name, grid, std::move(arguments), options);
  std::vector<NamedResults> results;
  for (size_t process = 0; process < arrays.size(); process++) {
    results.push_back({inputs[process].suffix, {}});
    for (const ir::Array& array : arrays[process]) results.back().tensors.push_back(array.tensor());
  }
  return results;
}

std::vector<NamedResults> run_function(backend::Backend& backend, const ir::Module& module,
                                       const std::string& name,
                                       const std::vector<NamedResults>& inputs,
                                       const IrArguments& arguments, const Deadline& deadline,
                                       RunTimes& times) {
  // The assertions point into `whole`, so it stays alive; the passes get a copy.
  ir::Module whole = with_constant_check_results(
      pass::inline_calls(pass::copy_of_function(module, name), op::catalogue()));
  if (pass::has_unknown_sizes(whole.get(name))) {
    std::vector<ir::Type> types;
    for (const ir::Tensor& tensor : inputs.at(0).tensors) types.push_back(tensor.type());
    whole = pass::with_known_sizes(std::move(whole), name, types, op::catalogue());
  }
  const size_t own_results = whole.get(name).result_types.size();
  const auto checks = extract_checks(whole.get(name));
  pass::keep_function(whole, name);
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  options.skip = parts_of_list(arguments.skip);
  options.grid = {arguments.replicas, arguments.partitions};
  // A program run on one process may require more; all get the same inputs, and the first one's
  // results count.
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
  std::vector<NamedResults> results;
  for (size_t process = 0; process < values.size(); process++) {
    std::vector<ir::Tensor>& own = values[process];
    const std::vector<ir::Tensor> checked(own.begin() + static_cast<std::ptrdiff_t>(own_results),
                                          own.end());
    verify_checks(checks, checked);
    own.resize(own_results);
    results.push_back({inputs[process].suffix, std::move(own)});
  }
  return results;
}

}  // namespace tutti::app
