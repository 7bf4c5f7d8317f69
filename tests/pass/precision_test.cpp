// SPDX-License-Identifier: Apache-2.0
#include "pass/precision.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/errors.h"

namespace tutti::pass {
namespace {

/// The text after the pass; its results stay float32 and are those of float32 to bf16's rounding.
std::string in_bf16(const std::string& text) {
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  const ir::Module low = use_precision(ir::clone(module), Precision::bf16, op::catalogue());
  ir::verify(low);
  std::vector<ir::Array> arguments;
  for (const auto& argument : module.get("main").body.arguments) {
    ir::Array array(argument->type);
    for (int64_t i = 0; i < array.count(); i++) array.f(i) = std::sin(1.7 * static_cast<double>(i));
    array.round();
    arguments.push_back(std::move(array));
  }
  const auto exact = op::interpret(module, "main", arguments),
             rounded = op::interpret(low, "main", arguments);
  double difference = 0;
  for (size_t r = 0; r < exact.size(); r++) {
    EXPECT_EQ(rounded[r].type, exact[r].type);
    for (int64_t i = 0; i < exact[r].count(); i++) {
      EXPECT_NEAR(rounded[r].f(i), exact[r].f(i), 0.05);
      difference = std::max(difference, std::abs(rounded[r].f(i) - exact[r].f(i)));
    }
  }
  EXPECT_GT(difference, 0) << "nothing was rounded";
  return ir::print(low);
}

TEST(Precision, SumsOfBf16ValuesAreFloat32) {
  const std::string text = in_bf16(R"(
func.func @main(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %0, %x : tensor<4x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
})");
  test::expect_contains(text, "-> tensor<4x4xbf16>");
  test::expect_contains(text, "(tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>");
}

TEST(Precision, LoopsCarryFloat32AroundProductsInBf16) {
  const std::string text = in_bf16(R"(
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<2> : tensor<i32>
  %w = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %i, %y = stablehlo.while(%a = %zero, %b = %w) : tensor<i32>, tensor<4x4xf32>
   cond {
    %p = stablehlo.compare LT, %a, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
   } do {
    %n = stablehlo.add %a, %one : tensor<i32>
    %t = stablehlo.tanh %b : tensor<4x4xf32>
    %q = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0]
        : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %n, %q : tensor<i32>, tensor<4x4xf32>
  }
  return %y : tensor<4x4xf32>
})");
  test::expect_contains(text, "tensor<i32>, tensor<4x4xf32>\n");
}

TEST(Precision, ParametersUsedInBf16AloneAreTakenSo) {
  const std::string text = ir::print(narrow_parameters(ir::parse_module(R"(
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32> {tutti.role = "parameter"},
                %both: tensor<4x4xf32> {tutti.role = "parameter"}) -> tensor<4x4xf32> {
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = stablehlo.convert %w : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %2 = stablehlo.convert %both : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %3 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0]
      : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %4 = stablehlo.dot_general %3, %2, contracting_dims = [1] x [0]
      : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  %5 = stablehlo.add %4, %both : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
})",
                                                                        "test", op::catalogue()),
                                                       Precision::bf16, op::catalogue()));
  test::expect_contains(text, "%arg0: tensor<4x4xf32>");
  test::expect_contains(text, "%arg1: tensor<4x4xbf16>");
  test::expect_contains(text, "%arg2: tensor<4x4xf32>");
  test::expect_contains(text, "stablehlo.convert %arg0");
  EXPECT_EQ(text.find("stablehlo.convert %arg1"), text.npos);
  ir::verify(ir::parse_module(text, "printed", op::catalogue()));
}

TEST(Precision, NamesAreThoseOfElementTypes) {
  EXPECT_EQ(precision_names(), (std::vector<std::string>{"f32", "bf16", "fp16"}));
  EXPECT_EQ(precision_named("bf16"), Precision::bf16);
  EXPECT_EQ(element_of(precision_named("f32")), ir::ElementType::f32);
}

}  // namespace
}  // namespace tutti::pass
