// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

ir::Module module_of(const std::string& body) {
  return ir::parse_module("func.func @main() {\n" + body + "\n  return\n}\n", "case.mlir",
                          catalogue());
}

test::Failure run(const std::string& body) {
  const ir::Module module = module_of(body);
  return test::failure_of([&] { interpret(module, "main", {}); });
}

void expect_failure(const std::string& body, const std::string& place, const std::string& message) {
  const auto failure = run(body);
  EXPECT_EQ(failure.code, ExitCode::check_failed);
  test::expect_contains(failure.message, place);
  test::expect_contains(failure.message, message);
}

TEST(Checks, NameTheFirstElementThatDiffers) {
  expect_failure(
      "  %a = stablehlo.constant dense<[[1, 2], [3, 5], [6, 7]]> : tensor<3x2xi32>\n"
      "  %b = stablehlo.constant dense<[[1, 2], [3, 4], [0, 7]]> : tensor<3x2xi32>\n"
      "  check.expect_eq %a, %b : tensor<3x2xi32>",
      "case.mlir:4:", "element [1, 1] is 5, expected 4");
}

TEST(Checks, EqualityRefusesNan) {
  expect_failure(
      "  %a = stablehlo.constant dense<[1.0, 0x7FC00000]> : tensor<2xf32>\n"
      "  check.expect_eq %a, %a : tensor<2xf32>",
      "case.mlir:3:", "element [1] is nan, expected nan");
}

TEST(Checks, ConstantsAndTolerances) {
  const std::string a = "  %a = stablehlo.constant dense<[1.0, 100.0]> : tensor<2xf32>\n";
  expect_failure(a + "  check.expect_eq_const %a, dense<[1.0, 100.5]> : tensor<2xf32>",
                 "case.mlir:3:", "element [1] is 100, expected 100.5");
  expect_failure(a + "  check.expect_almost_eq_const %a, dense<[1.0, 100.5]> : tensor<2xf32>",
                 "case.mlir:3:", "element [1] is 100, expected 100.5");
  expect_failure(a + "  check.expect_almost_eq_const %a, dense<[1.1, 100.0]> : tensor<2xf32>, "
                     "tolerance = 0.01",
                 "case.mlir:3:", "element [0] is 1");
  expect_failure(
      a + "  check.expect_almost_eq_const %a, dense<[0x7F800000, 100.0]> : tensor<2xf32>",
      "case.mlir:3:", "element [0] is 1, expected inf");
}

TEST(Checks, UnitsInTheLastPlace) {
  // 0x3F800002 lies two representable values above 1; the smallest subnormals lie two apart.
  const std::string far =
      "  %a = stablehlo.constant dense<0x3F800002> : tensor<f32>\n"
      "  %b = stablehlo.constant dense<1.0> : tensor<f32>\n";
  expect_failure(far + "  check.expect_close %a, %b : tensor<f32>, tensor<f32>",
                 "case.mlir:4:", "expected 1");
  expect_failure(far +
                     "  check.expect_close %a, %b, max_ulp_difference = 9, min_ulp_difference = 3 "
                     ": tensor<f32>, tensor<f32>",
                 "case.mlir:4:", "expected 1");
  const std::string signs =
      "  %a = stablehlo.constant dense<0x00000001> : tensor<f32>\n"
      "  %b = stablehlo.constant dense<0x80000001> : tensor<f32>\n";
  expect_failure(signs + "  check.expect_close %a, %b : tensor<f32>, tensor<f32>",
                 "case.mlir:4:", "element []");
}

TEST(Checks, ACustomCallFails) {
  expect_failure(
      "  %a = stablehlo.constant dense<1.0> : tensor<f32>\n"
      "  %b = stablehlo.constant dense<2.0> : tensor<f32>\n"
      "  stablehlo.custom_call @check.expect_close(%a, %b) {has_side_effect = true} : "
      "(tensor<f32>, tensor<f32>) -> ()",
      "case.mlir:4:", "element [] is 1, expected 2");
}

// What StableHLO's interpreter allows a custom call is not what it allows the operation.
TEST(Checks, CustomCallsHaveTolerancesOfTheirOwn) {
  const auto call = [](const std::string& target, const std::string& found,
                       const std::string& expected, const std::string& type) {
    return fmt::format(
        "  %a = stablehlo.constant dense<{}> : {}\n  %b = stablehlo.constant dense<{}> : {}\n"
        "  stablehlo.custom_call @check.{}(%a, %b) {{has_side_effect = true}} : ({}, {}) -> ()",
        found, type, expected, type, target, type, type);
  };
  const std::string f = "tensor<f32>", i = "tensor<i32>";
  const auto holds = [](const std::string& body) {
    EXPECT_NO_THROW(interpret(module_of(body), "main", {})) << body;
  };
  holds(call("expect_close", "0x3F800003", "1.0", f));
  test::expect_contains(run(call("expect_close", "0x3F800004", "1.0", f)).message, "expected 1");
  holds(call("eq", "1.00009", "1.0", f));
  test::expect_contains(run(call("eq", "1.0002", "1.0", f)).message, "expected 1");
  test::expect_contains(run(call("eq", "10001", "10000", i)).message, "expected 10000");
  holds(call("expect_almost_eq", "1.0009", "1.0", f));
  test::expect_contains(run(call("expect_almost_eq", "1.002", "1.0", f)).message, "expected 1");
  test::expect_contains(run(call("expect_eq", "0x3F800001", "1.0", f)).message, "expected 1");
}

TEST(Checks, ACustomCallMayResultInWhetherItHolds) {
  const auto text = [](const std::string& type) {
    return "func.func @main() -> " + type +
           " {\n  %a = stablehlo.constant dense<1.0> : tensor<f32>\n"
           "  %r = stablehlo.custom_call @check.eq(%a, %a) : (tensor<f32>, tensor<f32>) -> " +
           type + "\n  return %r : " + type + "\n}\n";
  };
  for (const auto& [target, type] :
       {std::pair{"expect_close", "tensor<i32>"}, {"eq", "!stablehlo.token"}})
    test::expect_contains(test::failure_of([&, target = target, type = type] {
                            ir::parse_module(
                                fmt::format("func.func @main(%a: {0}) {{\n  stablehlo.custom_call "
                                            "@check.{1}(%a, %a) : ({0}, {0}) -> ()\n  return\n}}\n",
                                            type, target),
                                "case.mlir", catalogue());
                          }).message,
                          "case.mlir:2:3: stablehlo.custom_call: @check.");
  const ir::Module module = ir::parse_module(text("tensor<i1>"), "case.mlir", catalogue());
  EXPECT_EQ(interpret(module, "main", {})[0].ints, std::vector<int64_t>{1});
  test::expect_contains(
      test::failure_of([&] {
        ir::parse_module(text("tensor<f32>"), "case.mlir", catalogue());
      }).message,
      "case.mlir:3:8: stablehlo.custom_call: @check.eq has a result of tensor<f32>, expected a "
      "tensor of i1");
}

TEST(CustomCall, AssertsWhatSizesOfJaxAre) {
  const auto sized = [](int rows) {
    return fmt::format(R"(  %x = stablehlo.constant dense<0.0> : tensor<{}x3xf32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<{}x3xf32>) -> tensor<i32>
  %p = stablehlo.compare GE, %b, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%p, %b, %two) {{api_version = 2 : i32,
    error_message = "expected b >= {{1}}, but found {{0}}, just {{0}}", has_side_effect = true}}
    : (tensor<i1>, tensor<i32>, tensor<i32>) -> ())",
                       rows, rows);
  };
  EXPECT_NO_THROW(interpret(module_of(sized(2)), "main", {}));
  const auto failure = run(sized(1));
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(
      failure.message,
      "case.mlir:6:3: stablehlo.custom_call: expected b >= 2, but found 1, just 1");
  test::expect_contains(run("  stablehlo.custom_call @shape_assertion() : () -> ()").message,
                        "expected a tensor<i1>");
}

// Sizes that are known when the program runs may be any.
TEST(Interpreter, NamesTheSizeThatMemoryLacks) {
  const auto failure =
      run("  %n = stablehlo.constant dense<9223372036854775807> : tensor<1xi64>\n"
          "  %x = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi64>");
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  test::expect_contains(
      failure.message, "a tensor<9223372036854775807xi64> takes 9223372036854775807 times 8 bytes");
}

TEST(CustomCall, OfAnUnknownTargetSaysSo) {
  const auto failure = run("  stablehlo.custom_call @mystery() : () -> ()");
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "mystery");
}

}  // namespace
}  // namespace tutti::op
