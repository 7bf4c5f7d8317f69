// SPDX-License-Identifier: Apache-2.0
// The case files of tests/op under the passes: derivatives against finite differences, and
// decompositions against what the cases check.
#include "support/cases.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "ir/parse.h"
#include "op/interpreter.h"
#include "pass/decompose.h"
#include "pass/differentiate.h"

namespace tutti::pass {
namespace {

using ir::Array;

/// Uniform in [low, high), the same in every run.
double random_number(uint32_t stream, int64_t index, double low, double high) {
  const Words words = threefry2x32({2026, stream}, {static_cast<uint32_t>(index), 0});
  return low + (high - low) * (words[0] / 4294967296.0);
}

double number_in(const ir::Attributes& attributes, const char* name, double fallback) {
  const ir::Attribute* found = attributes.find(name);
  return found ? found->get<ir::FloatAttribute>()->value : fallback;
}

std::vector<Array> arguments_of(const ir::Function& function) {
  std::vector<Array> arguments;
  for (size_t i = 0; i < function.argument_count(); i++) {
    const ir::Attributes& attributes = function.argument_attributes[i];
    if (const ir::Attribute* value = attributes.find("case.value")) {
      arguments.emplace_back(*value->get<ir::Tensor>());
      continue;
    }
    Array argument(function.argument(i)->type);
    EXPECT_TRUE(argument.is_float()) << "argument " << i << " needs a case.value";
    const double low = number_in(attributes, "case.low", -1),
                 high = number_in(attributes, "case.high", 1);
    for (int64_t k = 0; k < static_cast<int64_t>(argument.floats.size()); k++)
      argument.f(k) = random_number(static_cast<uint32_t>(i), k, low, high);
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// Fixed weights, one for each element of each float result.
std::vector<Array> weights_of(const ir::Function& function) {
  std::vector<Array> weights;
  for (size_t i = 0; i < function.result_types.size(); i++) {
    if (!is_float(function.result_types[i].element)) continue;
    Array weight(function.result_types[i]);
    for (int64_t k = 0; k < weight.count(); k++)
      weight.f(k) = random_number(static_cast<uint32_t>(100 + i), k, 0.5, 1.5);
    weights.push_back(std::move(weight));
  }
  return weights;
}

std::vector<Array> run(const ir::Module& module, const std::string& function,
                       std::vector<Array> arguments) {
  op::InterpreterOptions options;
  options.rounding = op::Rounding::wide;
  return op::interpret(module, function, std::move(arguments), options);
}

/// sum(weights * results).
double weighed(const ir::Module& module, const ir::Function& function,
               const std::vector<Array>& arguments, const std::vector<Array>& weights) {
  double sum = 0;
  size_t next = 0;
  for (const Array& result : run(module, function.name, arguments)) {
    if (!result.is_float()) continue;
    const Array& weight = weights[next++];
    for (int64_t k = 0; k < result.count(); k++) sum += weight.f(k) * result.f(k);
  }
  return sum;
}

void compare_with_differences(const ir::Module& module, const ir::Function& function) {
  const std::vector<Array> arguments = arguments_of(function), weights = weights_of(function);
  std::vector<Array> all = arguments;
  all.insert(all.end(), weights.begin(), weights.end());
  const ir::Module derived = differentiate(ir::clone(module), function.name, op::catalogue());
  const std::vector<Array> gradients = run(derived, function.name + "_gradient", std::move(all));
  constexpr double kStep = 1e-5;
  size_t next = 0;
  for (size_t i = 0; i < arguments.size(); i++) {
    if (!arguments[i].is_float()) continue;
    const Array& gradient = gradients.at(next++);
    ASSERT_EQ(gradient.type, arguments[i].type);
    std::vector<double> differences;
    double largest = 1e-3;
    for (int64_t k = 0; k < gradient.count(); k++) {
      std::vector<Array> moved = arguments;
      moved[i].f(k) = arguments[i].f(k) + kStep;
      const double above = weighed(module, function, moved, weights);
      moved[i].f(k) = arguments[i].f(k) - kStep;
      const double below = weighed(module, function, moved, weights);
      differences.push_back((above - below) / (2 * kStep));
      largest = std::max(largest, std::fabs(differences.back()));
    }
    for (int64_t k = 0; k < gradient.count(); k++)
      EXPECT_NEAR(gradient.f(k), differences[static_cast<size_t>(k)], 1e-6 * largest)
          << "argument " << i << ", element " << k;
  }
}

using OpCasesOfPasses = test::CaseFile;
TUTTI_TEST_EACH_CASE_FILE(OpCasesOfPasses);

// tests/op/cases_test.cpp asks for a gradient case of every op that has a backward rule.
TEST_P(OpCasesOfPasses, DerivativesAgreeWithFiniteDifferencesAndDecompositionsWithTheirOps) {
  const ir::Module module = test::parse_file(path());
  for (const auto& function : module.functions) {
    if (!test::is_gradient_case(*function)) continue;
    SCOPED_TRACE(function->name);
    compare_with_differences(module, *function);
  }
  const ir::Module decomposed =
      decompose(ir::clone(module), op::catalogue(),
                [](const ir::Operation& op) { return !op.def().decompose; });
  for (const auto& function : decomposed.functions) {
    if (function->argument_count() > 0 || function->is_private) continue;
    EXPECT_NO_THROW(op::interpret(decomposed, function->name, {})) << function->name;
  }
}

// The sum is computed and then not returned: it scatters what was there.
TEST(SelectAndScatter, HasADerivativeOnlyWhereItsSumIsReturned) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<4xf64>, %s: tensor<2xf64>, %c: tensor<f64>) -> tensor<4xf64> {
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) 
      <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %q = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %a : tensor<f64>
  }) : (tensor<4xf64>, tensor<2xf64>, tensor<f64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
})",
                                             "test", op::catalogue());
  EXPECT_THROW(differentiate(ir::clone(module), "main", op::catalogue()), UserError);
}

}  // namespace
}  // namespace tutti::pass
