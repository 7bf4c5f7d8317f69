// SPDX-License-Identifier: Apache-2.0
// Calls of linear algebra whose types or options are wrong, and matrices without elements. What
// they compute is compared with JAX in tests/backend.
#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

using ir::Array;
using ir::ElementType;
using ir::Type;

struct CustomCall {
  std::string target, config, operands, results;

  ir::Module module() const {
    const bool is_one = results.find(',') == std::string::npos;
    std::string arguments, values;
    int count = 0;
    for (size_t at = 0; at != std::string::npos; at = operands.find("tensor", at + 1)) {
      arguments += fmt::format("{}%x{}: {}", count ? ", " : "", count,
                               operands.substr(at, operands.find('>', at) + 1 - at));
      values += fmt::format("{}%x{}", count ? ", " : "", count);
      count++;
    }
    const std::string text = fmt::format(
        "func.func @main({}) -> ({}) {{\n  %r{} = stablehlo.custom_call @{}({}) "
        "{{mhlo.backend_config = {{{}}}}} : ({}) -> ({})\n  return {} : {}\n}}\n",
        arguments, results, is_one ? "" : ":2", target, values, config, operands, results,
        is_one ? "%r" : "%r#0, %r#1", results);
    return ir::parse_module(text, "test", catalogue());
  }
};

TEST(LinearAlgebra, WrongTypesAndOptionsAreRefused) {
  const struct {
    CustomCall call;
    std::string message;
  } wrong[] = {
      {{"lapack_spotrf_ffi", "uplo = 76 : ui8", "tensor<3x4xf32>", "tensor<3x4xf32>, tensor<i32>"},
       "has a tensor<3x4xf32>, expected a tensor<3x3xf32>"},
      {{"lapack_spotrf_ffi", "uplo = 75 : ui8", "tensor<3x3xf32>", "tensor<3x3xf32>, tensor<i32>"},
       "option uplo is 75, expected the code of a letter of LU"},
      {{"lapack_spotrf_ffi", "", "tensor<3x3xf32>", "tensor<3x3xf32>, tensor<i32>"},
       "has no option uplo"},
      {{"lapack_spotrf_ffi", "uplo = 76 : ui8, fast = true", "tensor<3x3xf32>",
        "tensor<3x3xf32>, tensor<i32>"},
       "option fast is none that is known here"},
      {{"lapack_dpotrf_ffi", "uplo = 76 : ui8", "tensor<3x3xf32>", "tensor<3x3xf32>, tensor<i32>"},
       "@lapack_dpotrf_ffi of a tensor<3x3xf32>: expected elements of its own type"},
      {{"lapack_spotrf_ffi", "uplo = 76 : ui8", "tensor<2x3x3xf32>",
        "tensor<2x3x3xf32>, tensor<i32>"},
       "has a tensor<i32>, expected a tensor<2xi32>"},
      {{"lapack_spotrf_ffi", "uplo = 76 : ui8", "tensor<3x3xf32>", "tensor<3x3xf32>"},
       "expected 1 operands and 2 results"},
      {{"lapack_spotrf_ffi", "uplo = 76 : ui8", "tensor<3xf32>", "tensor<3xf32>, tensor<i32>"},
       "operand 0 is a tensor<3xf32>, expected at least 2 axes"},
      {{"lapack_sorgqr_ffi", "", "tensor<2x3xf32>, tensor<2xf32>", "tensor<2x3xf32>"},
       "nor more than rows"},
      {{"lapack_strsm_ffi", "side = 82 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 78 : ui8",
        "tensor<3x3xf32>, tensor<3x2xf32>", "tensor<3x2xf32>"},
       "a triangle that fits its side"},
      {{"ApproxTopK", "", "tensor<3xf32>", "tensor<2xf32>"}, "expected two operands for each"},
  };
  for (const auto& [call, message] : wrong)
    test::expect_contains(test::failure_of([&] { ir::verify(call.module()); }).message, message);
}

TEST(LinearAlgebra, MatricesWithoutElements) {
  const CustomCall potrf{"lapack_spotrf_ffi", "uplo = 76 : ui8", "tensor<2x0x0xf32>",
                         "tensor<2x0x0xf32>, tensor<2xi32>"};
  const auto factors =
      interpret(potrf.module(), "main", {Array(Type::tensor(ElementType::f32, {2, 0, 0}))});
  EXPECT_EQ(factors[1].ints, (std::vector<int64_t>{0, 0}));
  const CustomCall qr{"Qr", "", "tensor<0x3xf32>", "tensor<0x3xf32>, tensor<0xf32>"};
  EXPECT_EQ(interpret(qr.module(), "main", {Array(Type::tensor(ElementType::f32, {0, 3}))}).size(),
            2U);
}

TEST(LinearAlgebra, TargetsThatAreNoneAreNamed) {
  const CustomCall other{"lapack_sfoo_ffi", "", "tensor<3xf32>", "tensor<3xf32>"};
  const auto failure = test::failure_of(
      [&] { interpret(other.module(), "main", {Array(Type::tensor(ElementType::f32, {3}))}); });
  test::expect_contains(failure.message, "no meaning for the target 'lapack_sfoo_ffi'");
}

}  // namespace
}  // namespace tutti::op
