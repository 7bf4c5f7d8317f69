// SPDX-License-Identifier: Apache-2.0
#include "pass/known_sizes.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/errors.h"

namespace tutti::pass {
namespace {

using ir::ElementType;
using ir::Type;

/// The sum of twice as many rows as x has, by a loop that carries them.
constexpr const char* kProgram = R"(
func.func @main(%x: tensor<?x2xf32>, %k: tensor<2x3xf32>) -> tensor<?x3xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %fits = stablehlo.compare LE, %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%fits, %n) {api_version = 2 : i32, error_message = "{0} rows, expected 4 or less", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %sizes = stablehlo.concatenate %list, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %sizes, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<?x2xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i32>
    %z = stablehlo.add %y, %y : tensor<?x2xf32>
    stablehlo.return %j, %z : tensor<i32>, tensor<?x2xf32>
  }
  %p = stablehlo.dot_general %r#1, %k, contracting_dims = [1] x [0] : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  %s = stablehlo.add %p, %ones : tensor<?x3xf32>
  return %s : tensor<?x3xf32>
})";

ir::Module for_rows(int64_t rows) {
  return with_known_sizes(
      ir::parse_module(kProgram, "text.mlir", op::catalogue()), "main",
      {Type::tensor(ElementType::f32, {rows, 2}), Type::tensor(ElementType::f32, {2, 3})},
      op::catalogue());
}

// 3 rows: each value is doubled 3 times.
TEST(KnownSizes, FollowFromThoseOfTheArguments) {
  const ir::Module dynamic = ir::parse_module(kProgram, "text.mlir", op::catalogue());
  EXPECT_TRUE(has_unknown_sizes(dynamic.get("main")));
  const ir::Module module = for_rows(3);
  ir::verify(module);
  const std::string text = ir::print(module);
  EXPECT_EQ(text.find('?'), std::string::npos) << text;
  EXPECT_EQ(text.find("shape_assertion"), std::string::npos) << text;
  ir::Array x(Type::tensor(ElementType::f32, {3, 2})), k(Type::tensor(ElementType::f32, {2, 3}));
  x.floats = {1, 2, 3, 4, 5, 6};
  k.floats = {1, 0, 2, 0, 1, 1};
  const std::vector<double> expected = {9, 17, 33, 25, 33, 81, 41, 49, 129};
  for (const ir::Module* form : {&dynamic, &module})
    EXPECT_EQ(op::interpret(*form, "main", {x, k})[0].floats, expected);
}

TEST(KnownSizes, AreHeldAgainstWhatTheProgramExpects) {
  const auto failure = test::failure_of([] { for_rows(5); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "5 rows, expected 4 or less");
}

}  // namespace
}  // namespace tutti::pass
