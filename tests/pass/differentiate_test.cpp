// SPDX-License-Identifier: Apache-2.0
#include "pass/differentiate.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"

namespace tutti::pass {
namespace {

TEST(Differentiate, ValuesAndGradientsBySomeArguments) {
  ir::Module module = ir::parse_module(R"(
func.func @loss(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.multiply %x, %y : tensor<f32>
  %1 = stablehlo.multiply %0, %z : tensor<f32>
  return %1, %y : tensor<f32>, tensor<f32>
})",
                                       "test", op::catalogue());
  module = value_and_gradients(std::move(module), "loss", {2, 0}, op::catalogue());
  ir::verify(module);
  std::vector<ir::Array> arguments(3, ir::Array(ir::Type::scalar(ir::ElementType::f32)));
  for (size_t i = 0; i < 3; i++) arguments[i].f(0) = std::vector<double>{2, 3, 5}[i];
  std::vector<double> found;
  for (const ir::Array& result : op::interpret(module, "loss_and_gradients", arguments))
    found.push_back(result.f(0));
  EXPECT_EQ(found, (std::vector<double>{30, 3, /*by z*/ 6, /*by x*/ 15}));
}

// From 5 three rounds are needed, of which each multiplies by c = 0.5: y = x c^3.
TEST(Differentiate, ALoopWhoseNumberOfRoundsIsData) {
  ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<f64>, %c: tensor<f64>) -> tensor<f64> {
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %r = stablehlo.while(%y = %x) : tensor<f64>
  cond {
    %g = stablehlo.compare GT, %y, %one : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  } do {
    %z = stablehlo.multiply %y, %c : tensor<f64>
    stablehlo.return %z : tensor<f64>
  }
  return %r : tensor<f64>
})",
                                       "test", op::catalogue());
  module = differentiate(std::move(module), "main", op::catalogue());
  ir::verify(module);
  const auto gradients = [&](double x) {
    std::vector<ir::Array> arguments(3, ir::Array(ir::Type::scalar(ir::ElementType::f64)));
    for (size_t i = 0; i < 3; i++) arguments[i].f(0) = std::vector<double>{x, 0.5, 1}[i];
    const auto found = op::interpret(module, "main_gradient", arguments);
    return std::vector<double>{found[0].f(0), found[1].f(0)};
  };
  EXPECT_EQ(gradients(5), (std::vector<double>{0.125, 5 * 3 * 0.25}));
  EXPECT_EQ(gradients(1), (std::vector<double>{1, 0}));  // no round
}

}  // namespace
}  // namespace tutti::pass
