// SPDX-License-Identifier: Apache-2.0
// Which quantizations ops take, and with which scales their results come.
#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

constexpr std::string_view kHalf = "!quant.uniform<i8:f32, 5.0e-01>";
constexpr std::string_view kQuarter = "!quant.uniform<i8:f32, 2.5e-01>";
constexpr std::string_view kAlongAxis = "!quant.uniform<i8:f32:0, {5.0e-01, 2.5e-01}>";

std::string tensor(std::string_view sizes, std::string_view element) {
  return fmt::format("tensor<{}{}>", sizes, element);
}

/// Parses an operation on %x, two elements of a quantized type.
void parse(const std::string& operation, std::string_view element) {
  ir::parse_module(fmt::format("func.func @main(%x: {}, %i: tensor<i32>, %n: tensor<1xi64>) {{\n"
                               "  %r = {}\n  return\n}}\n",
                               tensor("2x", element), operation),
                   "text.mlir", catalogue());
}

void expect_refused(const std::string& operation, std::string_view element,
                    const std::string& message) {
  SCOPED_TRACE(operation);
  const auto failure = test::failure_of([&] { parse(operation, element); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, message);
}

TEST(Quantized, ScalesAlongAnAxisAreForFewOps) {
  const std::string type = tensor("2x", kAlongAxis);
  EXPECT_NO_THROW(parse("stablehlo.add %x, %x : " + type, kAlongAxis));
  for (const std::string name : {"abs", "multiply", "exponential"}) {
    const std::string operands = name == "multiply" ? " %x, %x : " : " %x : ";
    expect_refused("stablehlo." + name + operands + type, kAlongAxis,
                   "expected one scale for all elements");
  }
  expect_refused("stablehlo.slice %x [0:2] : (" + type + ") -> " + type, kAlongAxis,
                 "operand 0 is a " + tensor("2x", kAlongAxis).substr(0, 20));
}

TEST(Quantized, ElementsThatAreMovedKeepTheirScale) {
  const std::string from = tensor("2x", kHalf), scalar = tensor("", kHalf);
  for (const std::string_view element : {kHalf, kQuarter}) {
    const std::string to = tensor("2x", element);
    const std::pair<std::string, std::string> cases[] = {
        {"stablehlo.slice %x [0:2] : (" + from + ") -> " + to, "[slice_c1]"},
        {"stablehlo.reverse %x, dims = [0] : (" + from + ") -> " + to, "[reverse_c1]"},
        {"stablehlo.reshape %x : (" + from + ") -> " + tensor("1x2x", element), "[reshape_c1]"},
        {"stablehlo.concatenate %x, dim = 0 : (" + from + ") -> " + to, "[concatenate_c5]"},
        {"stablehlo.broadcast_in_dim %x, dims = [1] : (" + from + ") -> " + tensor("3x2x", element),
         "[broadcast_in_dim_c1]"},
        {"stablehlo.dynamic_update_slice %x, %x, %i : (" + from + ", " + from +
             ", tensor<i32>) -> " + to,
         "[dynamic_update_slice_c1]"},
    };
    for (const auto& [operation, label] : cases)
      if (element == kHalf)
        EXPECT_NO_THROW(parse(operation, kHalf)) << operation;
      else
        expect_refused(operation, kHalf, label);
  }
}

TEST(Quantized, ABodyCombinesElementsOfNoFewerBitsThatExpressTheSame) {
  const auto reduce = [](std::string_view body) {
    const std::string in = tensor("2x", kHalf), start = tensor("", kHalf), type = tensor("", body);
    return fmt::format(
        "stablehlo.reduce(%x init: %v) across dimensions = [0] : ({}, {}) -> {}\n"
        "   reducer(%a: {}, %b: {}) {{\n  %s = stablehlo.add %a, %b : {}\n"
        "  stablehlo.return %s : {}\n}}",
        in, start, type, type, type, type, type);
  };
  const auto program = [&](std::string_view body) {
    return fmt::format("func.func @main(%x: {}, %v: {}) {{\n  %r = {}\n  return\n}}\n",
                       tensor("2x", kHalf), tensor("", kHalf), reduce(body));
  };
  constexpr std::string_view kTaken[] = {kHalf, kQuarter, "!quant.uniform<i32:f32, 2.500000e-01>"};
  constexpr std::string_view kRefused[] = {"!quant.uniform<i4:f32, 5.000000e-01>",
                                           "!quant.uniform<i32:f64, 5.000000e-01>", "f32"};
  for (std::string_view body : kTaken)
    EXPECT_NO_THROW(ir::parse_module(program(body), "text.mlir", catalogue())) << body;
  for (std::string_view body : kRefused) {
    const auto failure =
        test::failure_of([&] { ir::parse_module(program(body), "text.mlir", catalogue()); });
    test::expect_contains(
        failure.message, "expected elements of one kind, of no fewer bits in the body [reduce_c6]");
  }
}

TEST(Quantized, AnIotaMakesNumbersOfKnownSizes) {
  for (const std::string type : {"tensor<2xi1>", "tensor<?xi32>"})
    expect_refused("stablehlo.iota dim = 0 : " + type, kHalf, "result is a " + type);
}

}  // namespace
}  // namespace tutti::op
