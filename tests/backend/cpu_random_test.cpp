// SPDX-License-Identifier: Apache-2.0
// Random bits are the interpreter's, which tests/op/rng_bit_generator.mlir compares with XLA's.
#include "backend/cpu_operation.h"
#include "backend/cpu_program.h"

namespace tutti {
namespace {

TEST(CpuRandom, BitsOfBothGenerators) {
  for (const char* algorithm : {"THREE_FRY", "PHILOX", "DEFAULT"})
    for (const int words : {2, 3}) {
      if (words == 3 && algorithm == std::string("THREE_FRY")) continue;
      for (const char* shape : {"", "1x", "7x", "0x", "3x5x", "3x4x5x", "5x3x2x", "5000x3x"})
        for (const char* element : {"ui32", "ui64", "i8", "i16", "f32", "f64"}) {
          const std::string text = fmt::format(R"(
func.func @main(%s: tensor<{0}xui64>) -> (tensor<{0}xui64>, tensor<{1}{2}>) {{
  %r:2 = stablehlo.rng_bit_generator %s, algorithm = {3}
      : (tensor<{0}xui64>) -> (tensor<{0}xui64>, tensor<{1}{2}>)
  return %r#0, %r#1 : tensor<{0}xui64>, tensor<{1}{2}>
}})",
                                               words, shape, element, algorithm);
          test::expect_operation(text, {.specials = true});
        }
    }
}

TEST(CpuRandom, NumbersAreTheInterpreters) {
  for (const char* element : {"f32", "f64", "bf16", "i32", "ui8", "i4"})
    for (const char* distribution : {"UNIFORM", "NORMAL"}) {
      const bool is_float = std::string_view(element).find('f') != std::string_view::npos;
      if (distribution == std::string("NORMAL") && !is_float) continue;
      // Twice in a loop of three rounds: six sequences.
      const std::string text = fmt::format(R"(
func.func @main(%a: tensor<{0}>, %b: tensor<{0}>) -> (tensor<3x5000x{0}>, tensor<3x5000x{0}>) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %empty = stablehlo.constant dense<0{2}> : tensor<3x5000x{0}>
  %sizes = stablehlo.constant dense<[1, 5000]> : tensor<2xi64>
  %r:3 = stablehlo.while(%i = %zero, %x = %empty, %y = %empty)
      : tensor<i32>, tensor<3x5000x{0}>, tensor<3x5000x{0}>
  cond {{
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    %u = stablehlo.rng %a, %b, %sizes, distribution = {1}
        : (tensor<{0}>, tensor<{0}>, tensor<2xi64>) -> tensor<1x5000x{0}>
    %v = stablehlo.rng %a, %b, %sizes, distribution = {1}
        : (tensor<{0}>, tensor<{0}>, tensor<2xi64>) -> tensor<1x5000x{0}>
    %nx = stablehlo.dynamic_update_slice %x, %u, %i, %zero : (tensor<3x5000x{0}>,
        tensor<1x5000x{0}>, tensor<i32>, tensor<i32>) -> tensor<3x5000x{0}>
    %ny = stablehlo.dynamic_update_slice %y, %v, %i, %zero : (tensor<3x5000x{0}>,
        tensor<1x5000x{0}>, tensor<i32>, tensor<i32>) -> tensor<3x5000x{0}>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %nx, %ny : tensor<i32>, tensor<3x5000x{0}>, tensor<3x5000x{0}>
  }}
  return %r#1, %r#2 : tensor<3x5000x{0}>, tensor<3x5000x{0}>
}})",
                                           element, distribution, is_float ? ".0" : "");
      SCOPED_TRACE(text);
      const ir::Module module = test::parse(text);
      std::vector<ir::Array> bounds;
      for (const double bound : {1.0, 6.0}) {
        ir::Array array(module.get("main").argument(0)->type);
        if (is_float)
          array.f(0) = bound;
        else
          array.i(0) = static_cast<int64_t>(bound);
        bounds.push_back(array);
      }
      test::expect_program(module, bounds, 0);
    }
}

}  // namespace
}  // namespace tutti
