// SPDX-License-Identifier: Apache-2.0
// Programs as JAX prints them, with what JAX computed: read, printed, read again, interpreted, and
// run on the CPU. The case files of the ops, on the CPU too.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "backend/cpu_program.h"
#include "format/safetensors.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/interpreter.h"
#include "pass/differentiate.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"
#include "support/cases.h"
#include "support/data.h"

namespace tutti {
namespace {

using ir::Array;

/// The tensor NAME of a file, read as a `type`: booleans are stored as bytes, bf16 as bits, scalars
/// as one-element lists.
Array stored(const format::SafetensorsFile& file, const std::string& name, const ir::Type& type) {
  const format::TensorInfo* info = file.find(name);
  if (!info) throw std::runtime_error("no tensor " + name);
  std::vector<std::byte> bytes(info->bytes());
  file.read(*info, bytes);
  EXPECT_EQ(static_cast<int64_t>(bytes.size()), type.bytes()) << name;
  return Array(ir::Tensor(type, std::move(bytes)));
}

/// Results of bert_train_step*.mlir that are zero in mathematics, and their moments: what is in
/// them is the rounding of sums that cancel.
constexpr std::array kOnlyRounding = {43, 59, 63, 74, 82, 98, 102, 113};

/// The largest difference, relative to the largest value of the tensor or `least`.
double difference(const Array& found, const Array& expected, double least) {
  double largest = least, worst = 0;
  for (double value : expected.floats)
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  for (int64_t k = 0; k < expected.count(); k++) {
    const double x = found.f(k), y = expected.f(k);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    worst = std::max(worst,
                     std::isfinite(x) && std::isfinite(y) ? std::fabs(x - y) / largest : INFINITY);
  }
  return worst;
}

/// A module as the CPU backend takes it. Nothing is folded: all is the backend's to compute.
ir::Module lowered(ir::Module module) {
  const backend::CpuBackend cpu({.threads = 1});
  pass::PipelineOptions options;
  options.skip = {"fold-constants"};
  options.supports = [&](const ir::Operation& op) { return cpu.supports(op); };
  return pass::run_pipeline(std::move(module), op::catalogue(), options);
}

std::vector<Array> run_on_cpu(const ir::Module& module, const std::string& function,
                              const std::vector<Array>& arguments) {
  ir::Module alone = pass::inline_calls(ir::clone(module), op::catalogue());
  std::erase_if(alone.functions, [&](const auto& other) { return other->name != function; });
  alone.functions.at(0)->name = "main";
  alone = lowered(std::move(alone));
  std::vector<Array> first;
  for (int threads : {1, 3}) {
    auto results = test::cpu_run(alone, {.threads = threads})(arguments);
    for (size_t i = 0; threads > 1 && i < results.size(); i++)
      EXPECT_TRUE(results[i].tensor() == first[i].tensor()) << "threads change bits of " << i;
    first = std::move(results);
  }
  return first;
}

struct Program {
  explicit Program(const std::filesystem::path& path)
      : module(test::parse_file(path)),
        file(std::filesystem::path(path).replace_extension(".safetensors")) {
    const ir::Function& main = module.get("main");
    for (size_t i = 0; i < main.argument_count(); i++)
      arguments.push_back(stored(file, fmt::format("in.{:03}", i), main.argument(i)->type));
    is_train_step = path.stem().string().starts_with("bert_train_step");
    is_bf16 = ir::print(module).find("bf16") != std::string::npos;
  }
  bool is_only_rounding(size_t result) const {
    return is_train_step &&
           std::find(kOnlyRounding.begin(), kOnlyRounding.end(), result) != kOnlyRounding.end();
  }

  bool is_train_step = false, is_bf16 = false;
  ir::Module module;
  format::SafetensorsFile file;
  std::vector<Array> arguments;
};

/// Compares the results of main with JAX's, and returns the largest difference.
double expect_results_of_jax(const Program& program, const std::vector<Array>& results) {
  double worst = 0;
  for (size_t i = 0; i < results.size(); i++) {
    const Array expected = stored(program.file, fmt::format("out.{:03}", i),
                                  program.module.get("main").result_types[i]);
    if (!expected.is_float()) {
      EXPECT_EQ(results[i].ints, expected.ints) << "result " << i;
      continue;
    }
    // XLA sums biases' gradients in bf16: its own are 2 % from those of its program in float32.
    // So expect_meaning() compares a program in bf16 with the interpreter, more sharply.
    const bool is_coarse = program.is_bf16 || program.is_only_rounding(i);
    const double distance = difference(results[i], expected, is_coarse ? 1e-4 : 1e-300);
    EXPECT_LE(distance, program.is_bf16 ? 2e-2 : 3e-5)
        << "result " << i << ", " << expected.type.str();
    worst = std::max(worst, distance);
  }
  return worst;
}

template <typename Run>
void for_each_program(Run run) {
  for (const auto& path : test::programs_of_jax()) {
    SCOPED_TRACE(path.filename().string());
    try {
      const Program program(path);
      const double worst = expect_results_of_jax(program, run(program));
      std::cout << fmt::format("  {:24} largest difference {:.1e}\n", path.stem().string(), worst);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

TEST(Programs, OfJaxAreReadBackAsTheyArePrinted) {
  for (const auto& path : test::programs_of_jax()) {
    SCOPED_TRACE(path.filename().string());
    const ir::Module module = test::parse_file(path);
    const std::string text = ir::print(module);
    EXPECT_EQ(ir::print(ir::parse_module(text, "printed", op::catalogue())), text);
    const std::string generic = ir::print(module, {.generic = true});
    EXPECT_EQ(ir::print(ir::parse_module(generic, "generic", op::catalogue())), text);
  }
}

TEST(Programs, OfJaxGiveWhatJaxComputed) {
  for_each_program([](const Program& program) {
    return op::interpret(program.module, "main", program.arguments);
  });
}

/// A program in bf16 on the CPU means what it means to the interpreter: the error of a tensor is
/// less than one rounding to bf16 of all its elements would make.
void expect_meaning(const Program& program, const std::vector<Array>& found) {
  const auto expected = op::interpret(program.module, "main", program.arguments);
  for (size_t i = 0; i < found.size(); i++) {
    if (!expected[i].is_float() || program.is_only_rounding(i)) continue;
    EXPECT_LE(test::error_in_norm(found[i], expected[i]), 0x1p-8) << "result " << i;
  }
}

TEST(Programs, OfJaxGiveTheSameOnTheCpu) {
  for_each_program([](const Program& program) {
    auto found = run_on_cpu(program.module, "main", program.arguments);
    if (program.is_bf16) expect_meaning(program, found);
    return found;
  });
}

/// Why a case with an operation, or with elements, of this name is not run on the CPU; every other
/// one is.
std::optional<std::string_view> exception(std::string_view name) {
  constexpr std::string_view kProcesses = "is about several processes",
                             kHost = "talks with a host program",
                             kWatched = "is for who watches an interpreter",
                             kNarrow = "is no type that the backend has memory for";
  static const std::map<std::string_view, std::string_view> kExceptions = {
      {"check.expect_serialized_eq", kWatched},
      {"interpreter.print", kWatched},
      {"interpreter.probe", kWatched},
      {"interpreter.run_parallel", kProcesses},
      {"sdy.manual_computation", kProcesses},
      {"stablehlo.infeed", kHost},
      {"stablehlo.outfeed", kHost},
      {"stablehlo.recv", kHost},
      {"stablehlo.send", kHost},
      {"stablehlo.custom_call", "means what its target says"},
      {"f4E2M1FN", kNarrow},
      {"f8E4M3FN", kNarrow},
      {"i4", kNarrow},
      {"!quant.uniform", kNarrow},
      {"ui2", kNarrow},
  };
  const auto found = kExceptions.find(name);
  return found == kExceptions.end() ? std::nullopt : std::optional(found->second);
}

bool is_excepted(const ir::Block& block) {
  for (const auto& op : block.operations) {
    if (exception(op->name())) return true;
    for (ir::Value result : op->results())
      if (exception(ir::name_of(result->type.element))) return true;
    for (const auto& region : op->regions)
      if (is_excepted(*region)) return true;
  }
  return false;
}

bool is_check(const ir::Operation& op) {
  return op.name().starts_with("check.");
}

/// What the check operations of a function look at becomes its results; the checks are given.
std::vector<std::unique_ptr<ir::Operation>> extract_checks(ir::Function& function) {
  std::vector<std::unique_ptr<ir::Operation>> checks;
  auto& operations = function.body.operations;
  for (auto& op : operations)
    if (is_check(*op)) checks.push_back(std::move(op));
  std::erase(operations, nullptr);
  for (const auto& check : checks)
    for (ir::Value operand : check->operands) {
      operations.back()->operands.push_back(operand);
      function.result_types.push_back(operand->type);
      function.result_attributes.emplace_back();
    }
  return checks;
}

void hold_on_cpu(const ir::Module& module, const std::string& name) {
  ir::Module whole = pass::inline_calls(ir::clone(module), op::catalogue());
  const size_t own = whole.get(name).result_types.size();
  const auto checks = extract_checks(whole.get(name));
  std::erase_if(whole.functions, [&](const auto& other) { return other->name != name; });
  const std::vector<Array> values = run_on_cpu(whole, name, {});
  size_t next = own;
  for (const auto& check : checks) {
    std::vector<const Array*> operands;
    for (size_t i = 0; i < check->operand_count(); i++) operands.push_back(&values.at(next++));
    EXPECT_NO_THROW(op::evaluate_operation(*check, operands));
  }
}

// LAPACK's custom calls and XLA's: tools/write_linear_algebra_cases.py.
TEST(Programs, LinearAlgebraOfJaxGivesWhatJaxComputed) {
  int count = 0;
  const auto folder =
      std::filesystem::path(TUTTI_SOURCE_DIR) / "tests" / "backend" / "linear_algebra";
  for (const auto& path : test::programs_in(folder)) {
    const ir::Module module = test::parse_file(path);
    ir::verify(module);
    for (const auto& function : module.functions) {
      if (function->is_private) continue;
      SCOPED_TRACE(function->name);
      count++;
      try {
        op::interpret(module, function->name, {});
        hold_on_cpu(module, function->name);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    }
  }
  EXPECT_GT(count, 50);
}

double number_in(const ir::Attributes& attributes, const char* name, double fallback) {
  const ir::Attribute* found = attributes.find(name);
  return found ? found->get<ir::FloatAttribute>()->value : fallback;
}

/// An argument of a gradient case: the value it asks for, or numbers of the range it asks for.
Array case_argument(const ir::Function& function, size_t index) {
  const ir::Attributes& attributes = function.argument_attributes[index];
  if (const ir::Attribute* value = attributes.find("case.value"))
    return Array(*value->get<ir::Tensor>());
  Array argument(function.argument(index)->type);
  const double low = number_in(attributes, "case.low", -1),
               high = number_in(attributes, "case.high", 1);
  for (int64_t k = 0; k < argument.count(); k++) {
    const double share =
        static_cast<double>((37 * k + 11 * static_cast<int64_t>(index)) % 101) / 101;
    argument.f(k) = low + (high - low) * share;
  }
  return argument;
}

// Forward and backward.
// As JAX prints shard_map on a mesh of one device.
TEST(Programs, CollectivesOfOneProcessGiveTheirOperands) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>) {
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %all = "stablehlo.all_gather"(%sum) <{all_gather_dim = 0 : i64,
      replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %moved = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<0> : tensor<1x2xi64>}>
      : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %sum, %all, %moved : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>
})",
                                             "text", op::catalogue());
  const Array x = test::random_values(module.get("main").argument(0)->type, 3);
  for (const Array& result : run_on_cpu(module, "main", {x})) EXPECT_EQ(result.floats, x.floats);
}

TEST(Programs, OtherOperationsThanCollectivesMayHaveGroups) {
  const ir::Module module = ir::parse_module(
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
      "  %y = stablehlo.negate %x {replica_groups = dense<0> : tensor<1x1xi64>} : tensor<3xf32>\n"
      "  return %y : tensor<3xf32>\n}\n",
      "text", op::catalogue());
  Array x = test::random_values(module.get("main").argument(0)->type, 3);
  const Array y = run_on_cpu(module, "main", {x})[0];
  for (int64_t i = 0; i < 3; i++) EXPECT_EQ(y.f(i), -x.f(i));
}

// On a backend of bytes they are done in those.
TEST(Programs, OperationsThatSeeTheWidthOfNarrowIntegers) {
  for (const char* element : {"i2", "i4", "ui2", "ui4"}) {
    const ir::Type type = ir::Type::tensor(*ir::element_type_of(element), {256});
    Array left(type), right(type);
    for (int64_t i = 0; i < 256; i++) {  // every pair of two values of four bits
      left.i(i) = i % 16;
      right.i(i) = i / 16;
    }
    left.round();
    right.round();
    for (const char* op : {"stablehlo.popcnt", "stablehlo.count_leading_zeros",
                           "stablehlo.shift_right_logical", "stablehlo.shift_right_arithmetic"}) {
      SCOPED_TRACE(fmt::format("{} of {}", op, element));
      std::vector<Array> arguments = {left};
      if (std::string_view(op).find("shift") != std::string_view::npos) arguments.push_back(right);
      const ir::Module module =
          test::one_operation(op, std::vector<ir::Type>(arguments.size(), type));
      const Array expected = op::interpret(module, "main", arguments)[0];
      EXPECT_EQ(run_on_cpu(module, "main", arguments)[0].ints, expected.ints);
    }
  }
}

void expect_gradients_on_cpu(const ir::Module& module, const ir::Function& function) {
  std::vector<Array> arguments;
  const auto take = [&](const ir::Function& from) {
    for (size_t i = arguments.size(); i < from.argument_count(); i++) {
      arguments.push_back(case_argument(from, i));
      arguments.back().round();
    }
  };
  take(function);
  const ir::Module derived = pass::differentiate(ir::clone(module), function.name, op::catalogue());
  for (const std::string& name : {function.name, function.name + "_gradient"}) {
    take(derived.get(name));
    const auto expected = op::interpret(derived, name, arguments);
    const auto found = run_on_cpu(derived, name, arguments);
    for (size_t i = 0; i < expected.size(); i++)
      test::expect_close(found[i], expected[i],
                         expected[i].type.element == ir::ElementType::f64 ? 1e-9 : 1e-6,
                         fmt::format("{} result {}", name, i));
  }
}

using OpCasesOnCpu = test::CaseFile;
TUTTI_TEST_EACH_CASE_FILE(OpCasesOnCpu);

TEST_P(OpCasesOnCpu, MeanWhatTheyCheckAndHaveTheInterpretersGradients) {
  const ir::Module module = test::parse_file(path());
  for (const auto& function : module.functions) {
    if (is_excepted(function->body) || function->is_private) continue;
    SCOPED_TRACE(function->name);
    if (function->argument_count() == 0)
      hold_on_cpu(module, function->name);
    else if (test::is_gradient_case(*function) && !test::reaches_outside(function->body))
      expect_gradients_on_cpu(module, *function);
  }
}

}  // namespace
}  // namespace tutti
