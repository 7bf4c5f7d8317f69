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
  stablehlo.custom_call @shape_assertion(%fits, %n) {api_version = 2 : i32, error_message =
      "{0} rows, expected 4 or less", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %sizes = stablehlo.concatenate %list, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) ->
      tensor<2xi32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.dynamic_broadcast_in_dim %one, %sizes, dims = [] : (tensor<f32>, tensor<2xi32>)
      -> tensor<?x3xf32>
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
  %p = stablehlo.dot_general %r#1, %k, contracting_dims = [1] x [0] : (tensor<?x2xf32>,
      tensor<2x3xf32>) -> tensor<?x3xf32>
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

// Cumulative sums, and the factors of 4 and 9 times the unit matrix, as JAX exports them.
TEST(KnownSizes, ReplaceCallsThatTakeSizes) {
  const ir::Module dynamic = ir::parse_module(R"(
func.func private @add(%a: tensor<f64>, %b: tensor<f64>) -> tensor<f64> {
  %s = stablehlo.add %a, %b : tensor<f64>
  return %s : tensor<f64>
}
func.func @main(%x: tensor<?xf64>, %m: tensor<?x2x2xf64>) -> (tensor<?xf64>, tensor<?x2x2xf64>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf64>) -> tensor<i32>
  %size = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %before = stablehlo.subtract %size, %one : tensor<1xi32>
  %pair = stablehlo.concatenate %before, %zero, dim = 0 : (tensor<1xi32>, tensor<1xi32>) ->
      tensor<2xi32>
  %padding = stablehlo.reshape %pair : (tensor<2xi32>) -> tensor<1x2xi32>
  %none = stablehlo.constant dense<0.0> : tensor<f64>
  %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %none, %size, %one, %one, %one,
      %padding) {api_version = 2 : i32, called_computations = [@add]} : (tensor<?xf64>, tensor<f64>,
      tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf64>
  %k = stablehlo.get_dimension_size %m, dim = 0 : (tensor<?x2x2xf64>) -> tensor<i32>
  %count = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<2xi32>
  %shape = stablehlo.concatenate %count, %two, dim = 0 : (tensor<1xi32>, tensor<2xi32>) ->
      tensor<3xi32>
  %l:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%m, %shape, %count) {indices_of_shape_operands =
      dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 76 : ui8}, output_operand_aliases
      = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0,
      operand_tuple_indices = []>]} : (tensor<?x2x2xf64>, tensor<3xi32>, tensor<1xi32>) ->
      (tensor<?x2x2xf64>, tensor<?xi32>)
  return %sums, %l#0 : tensor<?xf64>, tensor<?x2x2xf64>
})",
                                              "text.mlir", op::catalogue());
  const Type list = Type::tensor(ElementType::f64, {4}),
             matrices = Type::tensor(ElementType::f64, {2, 2, 2});
  const ir::Module module =
      with_known_sizes(ir::clone(dynamic), "main", {list, matrices}, op::catalogue());
  ir::verify(module);
  EXPECT_EQ(ir::print(module).find('?'), std::string::npos) << ir::print(module);
  ir::Array x(list), m(matrices);
  x.floats = {1, 2, 3, 4};
  m.floats = {4, 0, 0, 4, 9, 0, 0, 9};
  for (const ir::Module* form : {&dynamic, &module}) {
    const auto found = op::interpret(*form, "main", {x, m});
    EXPECT_EQ(found[0].floats, (std::vector<double>{1, 3, 6, 10}));
    EXPECT_EQ(found[1].floats, (std::vector<double>{2, 0, 0, 2, 3, 0, 0, 3}));
  }
}

}  // namespace
}  // namespace tutti::pass
