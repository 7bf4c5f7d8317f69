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

}  // namespace
}  // namespace tutti::pass
