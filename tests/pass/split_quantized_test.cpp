// SPDX-License-Identifier: Apache-2.0
#include "pass/split_quantized.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"

namespace tutti::pass {
namespace {

/// What @main returns, before the pass and after it; the integers of quantized values are equal.
void expect_same(const std::string& text) {
  const ir::Module module = ir::parse_module(text, "text.mlir", op::catalogue());
  const ir::Module split =
      split_quantized(ir::clone(module), op::catalogue(),
                      [](const ir::Operation& op) { return op.name() == "func.return"; });
  ir::verify(split);
  const std::string printed = ir::print(split);
  EXPECT_EQ(printed.find("!quant"), std::string::npos) << printed;
  const auto expected = op::interpret(module, "main", {}), found = op::interpret(split, "main", {});
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); i++) {
    EXPECT_EQ(found[i].ints, expected[i].ints) << i;
    EXPECT_EQ(found[i].floats, expected[i].floats) << i;
  }
}

TEST(SplitQuantized, OperationsAreComputedOnFloats) {
  expect_same(R"(
func.func @main() -> (tensor<4x!quant.uniform<i8:f32, 0.5:-3>>, tensor<4xf32>, tensor<4xi1>) {
  %x = stablehlo.constant dense<[1.0, -2.5, 1000.0, 0x7FC00000]> : tensor<4xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.3:7>>
  %c = "stablehlo.constant"() <{value = dense<[-100, 3, 7, 90]> : tensor<4xi8>}> : () ->
      tensor<4x!quant.uniform<i8:f32, 0.3:7>>
  %m = stablehlo.multiply %q, %c : (tensor<4x!quant.uniform<i8:f32, 0.3:7>>,
      tensor<4x!quant.uniform<i8:f32, 0.3:7>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
  %d = stablehlo.uniform_dequantize %m : (tensor<4x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<4xf32>
  %l = stablehlo.compare LT, %q, %c : (tensor<4x!quant.uniform<i8:f32, 0.3:7>>,
      tensor<4x!quant.uniform<i8:f32, 0.3:7>>) -> tensor<4xi1>
  return %m, %d, %l : tensor<4x!quant.uniform<i8:f32, 0.5:-3>>, tensor<4xf32>, tensor<4xi1>
})");
}

TEST(SplitQuantized, ScalesMayRunAlongAnAxis) {
  expect_same(R"(
func.func @main() -> (tensor<2x3x!quant.uniform<i8:f32:1, {0.1:0, 0.2:5, 0.7:-128}>>,
    tensor<2x3xf32>) {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [-4.0, 0.05, 60.0]]> : tensor<2x3xf32>
  %q = stablehlo.uniform_quantize %x : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32:1,
      {0.1:0, 0.2:5, 0.7:-128}>>
  %d = stablehlo.uniform_dequantize %q : (tensor<2x3x!quant.uniform<i8:f32:1, {0.1:0, 0.2:5,
      0.7:-128}>>) -> tensor<2x3xf32>
  return %q, %d : tensor<2x3x!quant.uniform<i8:f32:1, {0.1:0, 0.2:5, 0.7:-128}>>, tensor<2x3xf32>
})");
}

TEST(SplitQuantized, RegionsCombineIntegers) {
  expect_same(R"(
func.func @main() -> tensor<2x!quant.uniform<i16:f32, 0.25>> {
  %x = "stablehlo.constant"() <{value = dense<[[1, 2, 100], [-4, 120, 7]]> : tensor<2x3xi8>}> : ()
      -> tensor<2x3x!quant.uniform<i8:f32, 0.5:1>>
  %i = "stablehlo.constant"() <{value = dense<1> : tensor<i8>}> : () ->
      tensor<!quant.uniform<i8:f32, 0.5:1>>
  %r = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<2x3x!quant.uniform<i8:f32,
      0.5:1>>, tensor<!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x!quant.uniform<i16:f32, 0.25>>
   reducer(%a: tensor<!quant.uniform<i16:f32, 0.25>>, %b: tensor<!quant.uniform<i16:f32, 0.25>>) {
    %s = stablehlo.add %a, %b : tensor<!quant.uniform<i16:f32, 0.25>>
    stablehlo.return %s : tensor<!quant.uniform<i16:f32, 0.25>>
  }
  return %r : tensor<2x!quant.uniform<i16:f32, 0.25>>
})");
}

// A backend that has the operations keeps them.
TEST(SplitQuantized, LeavesWhatABackendHas) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
    {
  %r = stablehlo.add %x, %x : tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %r : tensor<2x!quant.uniform<i8:f32, 0.5>>
})",
                                             "text.mlir", op::catalogue());
  const ir::Module kept = split_quantized(ir::clone(module), op::catalogue(),
                                          [](const ir::Operation&) { return true; });
  EXPECT_EQ(ir::print(kept), ir::print(module));
}

}  // namespace
}  // namespace tutti::pass
