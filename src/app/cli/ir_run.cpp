// SPDX-License-Identifier: Apache-2.0
// `tutti ir run`: a program on a backend, its check.* assertions held on what the backend computed.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/ir_files.h"
#include "app/cli/output.h"
#include "backend/reference/reference_backend.h"
#include "backend/registry.h"
#include "base/log.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostShown = 1024;  // elements of a result; more need --outputs

/// The reference rounds as the program's types say; a judge of others would keep double.
std::unique_ptr<backend::Backend> make_backend(const std::string& name, int threads) {
  if (name == "reference")
    return std::make_unique<backend::ReferenceBackend>(threads, op::Rounding::typed);
  backend::BackendOptions options;
  options.threads = threads;
  return backend::make_backend(name, options);
}

bool is_check(const ir::Operation& op) {
  if (op.name().starts_with("check.")) return true;
  if (op.name() != "stablehlo.custom_call") return false;
  return op.string_attribute("call_target_name").starts_with("check.");
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

std::vector<ir::Tensor> execute(backend::Backend& backend, const ir::Module& module,
                                const std::string& function,
                                const std::vector<ir::Tensor>& inputs) {
  const auto executable = backend.compile(module, {function});
  const backend::Device device = backend.devices().at(0);
  std::vector<backend::Buffer> arguments;
  for (const ir::Tensor& input : inputs) arguments.push_back(backend.upload(input, device));
  std::vector<backend::Buffer> results(module.get(function).result_types.size());
  const std::span<backend::Buffer> argument_slots[] = {arguments};
  const std::span<backend::Buffer> result_slots[] = {results};
  executable->run(argument_slots, result_slots);
  std::vector<ir::Tensor> tensors;
  for (const backend::Buffer& result : results) tensors.push_back(backend.download(result));
  return tensors;
}

/// Runs one function; gives its results. A failed assertion is a UserError of exit code 1.
std::vector<ir::Tensor> run_function(backend::Backend& backend, const ir::Module& module,
                                     const std::string& name,
                                     const std::vector<ir::Tensor>& inputs) {
  if (backend.name() == "reference") return execute(backend, module, name, inputs);
  // The assertions point into `whole`, so it stays alive; the passes get a copy.
  ir::Module whole = pass::inline_calls(ir::clone(module), op::catalogue());
  const size_t own_results = whole.get(name).result_types.size();
  const auto checks = take_checks(whole.get(name));
  std::erase_if(whole.functions, [&](const auto& function) { return function->name != name; });
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  const ir::Module lowered = pass::run_pipeline(ir::clone(whole), op::catalogue(), options);
  auto values = execute(backend, lowered, name, inputs);
  const std::vector<ir::Tensor> checked(values.begin() + static_cast<std::ptrdiff_t>(own_results),
                                        values.end());
  hold_checks(checks, checked);
  values.resize(own_results);
  return values;
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
  if (!ir::is_float(element)) return tensor.int_at(index);
  const double value = tensor.float_at(index);
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";  // JSON has no such numbers
}

Json json_of(const ir::Tensor& tensor) {
  Json result = {{"type", tensor.type().str()}};
  if (tensor.type().count() > kMostShown) return result;
  Json& values = result["values"] = Json::array();
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(element_json(tensor, i));
  return result;
}

std::string text_of(const ir::Tensor& tensor) {
  if (tensor.type().count() > kMostShown)
    return fmt::format("{} elements : {}; --outputs keeps them", tensor.type().count(),
                       tensor.type().str());
  return ir::print(ir::Attribute(tensor));
}

/// What a function gave, shown or collected.
class Report {
 public:
  explicit Report(const GlobalOptions& global) : global_(global) {}

  void results(const std::string& function, const std::vector<ir::Tensor>& tensors) {
    Json list = Json::array();
    for (size_t i = 0; i < tensors.size(); i++) {
      if (global_.json)
        list.push_back(json_of(tensors[i]));
      else
        write_result(fmt::format("@{} out.{:03} = {}\n", function, i, text_of(tensors[i])));
    }
    if (!global_.json && tensors.empty()) log_info("@{}: passed", function);
    functions_.push_back({{"name", function}, {"passed", true}, {"results", list}});
  }
  void failure(const std::string& function, const std::string& message) {
    failures_++;
    log_message(LogLevel::error, fmt::format("@{}: {}", function, message));
    functions_.push_back({{"name", function}, {"passed", false}, {"failure", message}});
  }
  ExitCode finish() {
    if (global_.json) write_result_json({{"functions", functions_}});
    if (failures_ == 0) return ExitCode::done;
    log_info("{} of {} functions failed", failures_, functions_.size());
    return ExitCode::check_failed;
  }

 private:
  const GlobalOptions& global_;
  Json functions_ = Json::array();
  int64_t failures_ = 0;
};

std::vector<ir::Tensor> inputs_of(const ir::Function& function, const IrArguments& arguments) {
  if (!arguments.inputs.empty()) return read_inputs(arguments.inputs, function);
  if (function.argument_count() > 0)
    user_error(
        "@{} takes {} arguments: give them with --inputs FILE.safetensors, or run a "
        "function without arguments with --function",
        function.name, function.argument_count());
  return {};
}

}  // namespace

ExitCode run_ir_run(const GlobalOptions& global, const IrArguments& arguments) {
  const auto backend = make_backend(arguments.backend, global.threads);
  const auto modules = read_modules(arguments.file);
  std::vector<std::pair<const ir::Module*, const ir::Function*>> work;
  for (const ir::Module& module : modules)
    for (const ir::Function* function : functions_to_run(module, arguments.function))
      work.emplace_back(&module, function);
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
    const auto inputs = inputs_of(*function, arguments);
    try {
      const auto results = run_function(*backend, *module, function->name, inputs);
      if (!arguments.outputs.empty()) write_outputs(arguments.outputs, results);
      report.results(function->name, results);
    } catch (const UserError& error) {
      if (error.code() != ExitCode::check_failed) throw;
      report.failure(function->name, error.what());
    }
  }
  return report.finish();
}

}  // namespace tutti::app
