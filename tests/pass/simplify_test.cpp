// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify.h"

#include <gtest/gtest.h>

#include <map>

#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "pass/dead_code.h"

namespace tutti::pass {
namespace {

using Counts = std::map<std::string, int>;

/// How often main has each op, without constants and the return.
Counts counts_of(const ir::Module& module) {
  Counts counts;
  for (const auto& op : module.get("main").body.operations) counts[std::string(op->name())]++;
  counts.erase("stablehlo.constant");
  counts.erase("func.return");
  return counts;
}

/// The program has these ops afterwards, and means the same but for `tolerance`.
void expect_simplified(const std::string& text, const Counts& expected, double tolerance = 0) {
  SCOPED_TRACE(text);
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  const ir::Module after = eliminate_dead_code(simplify(ir::clone(module), op::catalogue()));
  EXPECT_EQ(counts_of(after), expected);
  std::vector<ir::Array> arguments;
  for (const auto& argument : module.get("main").body.arguments) {
    ir::Array array(argument->type);
    for (int64_t i = 0; i < array.count(); i++) array.f(i) = static_cast<double>((7 * i) % 11) - 5;
    arguments.push_back(std::move(array));
  }
  const auto before = op::interpret(module, "main", arguments),
             now = op::interpret(after, "main", arguments);
  for (int64_t i = 0; i < before[0].count(); i++)
    EXPECT_NEAR(now[0].f(i), before[0].f(i), tolerance) << i;
}

TEST(Simplify, SumsOfOneElementAreReshapes) {
  expect_simplified(R"(
func.func @main(%x: tensor<3x1x4x1xf32>) -> tensor<3x4x1xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<3x1x4x1xf32>, tensor<f32>) -> tensor<3x4x1xf32>
  return %y : tensor<3x4x1xf32>
})",
                    {{"stablehlo.reshape", 1}});
}

TEST(Simplify, PaddingByNothingIsDropped) {
  for (int64_t high : {0, 1})
    expect_simplified(fmt::format(R"(
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x{0}xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.pad %x, %zero, low = [0, 0], high = [0, {1}], interior = [0, 0]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x{0}xf32>
  return %y : tensor<3x{0}xf32>
}})",
                                  4 + high, high),
                      high == 0 ? Counts{} : Counts{{"stablehlo.pad", 1}});
}

/// The variance of x over two elements, as Flax spells it.
std::string variance(const std::string& mean_type, const std::string& keep) {
  return fmt::format(R"(
func.func @main(%x: tensor<2x3xf32>) -> tensor<{0}xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<3xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %m = stablehlo.divide %s, %two : tensor<3xf32>
  %x2 = stablehlo.multiply %x, %x : tensor<2x3xf32>
  %s2 = stablehlo.reduce(%x2 init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  %q = stablehlo.divide %s2, %two : tensor<3xf32>
  %mean = stablehlo.{1} : (tensor<3xf32>) -> tensor<{0}xf32>
  %square = stablehlo.multiply %mean, %mean : tensor<{0}xf32>
  %squares = stablehlo.{2} : (tensor<3xf32>) -> tensor<{0}xf32>
  %v = stablehlo.subtract %squares, %square : tensor<{0}xf32>
  return %v : tensor<{0}xf32>
}})",
                     mean_type, fmt::format(fmt::runtime(keep), "%m"),
                     fmt::format(fmt::runtime(keep), "%q"));
}

TEST(Simplify, VariancesDoNotCancel) {
  for (const std::string& text : {variance("3", "reshape {}"), variance("1x3", "reshape {}"),
                                  variance("1x3", "broadcast_in_dim {}, dims = [1]")}) {
    SCOPED_TRACE(text);
    const ir::Module module =
        simplify(ir::parse_module(text, "test", op::catalogue()), op::catalogue());
    ir::Array x(module.get("main").body.arguments[0]->type);
    const std::vector<double> values = {100, 7, -3, 100 + 0x1p-16, 9, -3};
    for (size_t i = 0; i < values.size(); i++) x.f(static_cast<int64_t>(i)) = values[i];
    const auto found = op::interpret(module, "main", {x});
    EXPECT_EQ(found[0].f(0), 0x1p-34);  // ((a - b) / 2)^2
    EXPECT_EQ(found[0].f(1), 1);
    EXPECT_EQ(found[0].f(2), 0);
  }
}

/// The reference computes what is written: rounded as the types say that cancels, in double, which
/// judges, it does not.
TEST(Simplify, TheReferenceTakesVariancesAsTheyAreWritten) {
  const ir::Module module = ir::parse_module(variance("3", "reshape {}"), "test", op::catalogue());
  ir::Array x(module.get("main").body.arguments[0]->type);
  for (int64_t i = 0; i < 3; i++) {
    x.f(i) = 4097.5;
    x.f(3 + i) = 4098.25;
  }
  // The squares are rounded to 16789506 and 16795654, and that of the mean to their mean.
  EXPECT_EQ(op::interpret(module, "main", {x})[0].f(0), 0);
  op::InterpreterOptions wide;
  wide.rounding = op::Rounding::wide;
  EXPECT_EQ(op::interpret(module, "main", {x}, wide)[0].f(0), 0.140625);  // (0.75 / 2)^2
  const ir::Module simplified = simplify(ir::clone(module), op::catalogue());
  EXPECT_EQ(op::interpret(simplified, "main", {x})[0].f(0), 0.140625);
}

TEST(Simplify, HalvesOfAnAxisAreInterleaved) {
  const auto sum = [](int low_x, int low_y, int high_y) {
    return fmt::format(R"(
func.func @main(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> tensor<{3}x4xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %zero, low = [{0}, 0], high = [{4}, 0], interior = [1, 0]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<{3}x4xf32>
  %q = stablehlo.pad %y, %zero, low = [{1}, 0], high = [{2}, 0], interior = [1, 0]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<{3}x4xf32>
  %s = stablehlo.add %p, %q : tensor<{3}x4xf32>
  return %s : tensor<{3}x4xf32>
}})",
                       low_x, low_y, high_y, 5 + low_y + high_y, low_y + high_y - low_x);
  };
  const Counts pairs = {{"stablehlo.reshape", 3}, {"stablehlo.concatenate", 1}};
  expect_simplified(sum(0, 1, 0), pairs);
  expect_simplified(sum(1, 0, 1), pairs);
  const Counts stays = {{"stablehlo.pad", 2}, {"stablehlo.add", 1}};
  expect_simplified(sum(1, 1, 0), stays);
  expect_simplified(sum(0, 1, 1), stays);
}

// A sum of four parts, as the gradient of an associative scan has it: rows 0, {2, 4}, {1, 3, 5} and
// {0, 2, 4} of six.
TEST(Simplify, HalvesOfManyPartsAreInterleaved) {
  const std::string text = R"(
func.func @main(%w: tensor<1x4xf32>, %x: tensor<2x4xf32>, %y: tensor<3x4xf32>, %z: tensor<3x4xf32>)
    -> tensor<6x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.pad %w, %zero, low = [0, 0], high = [5, 0], interior = [0, 0]
      : (tensor<1x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %b = stablehlo.pad %x, %zero, low = [2, 0], high = [1, 0], interior = [1, 0]
      : (tensor<2x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %c = stablehlo.pad %y, %zero, low = [1, 0], high = [0, 0], interior = [1, 0]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %d = stablehlo.pad %z, %zero, low = [0, 0], high = [1, 0], interior = [1, 0]
      : (tensor<3x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %ab = stablehlo.add %a, %b : tensor<6x4xf32>
  %abc = stablehlo.add %ab, %c : tensor<6x4xf32>
  %abcd = stablehlo.add %abc, %d : tensor<6x4xf32>
  return %abcd : tensor<6x4xf32>
})";
  expect_simplified(text,
                    {{"stablehlo.add", 1}, {"stablehlo.reshape", 3}, {"stablehlo.concatenate", 2}});
}

TEST(Simplify, NegativePaddingIsASlice) {
  for (int interior : {0, 1})
    expect_simplified(
        fmt::format(R"(
func.func @main(%x: tensor<5x4xf32>) -> tensor<{0}x4xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.pad %x, %zero, low = [-1, 0], high = [-2, 0], interior = [{1}, 0]
      : (tensor<5x4xf32>, tensor<f32>) -> tensor<{0}x4xf32>
  return %y : tensor<{0}x4xf32>
}})",
                    2 + 4 * interior, interior),
        interior == 0 ? Counts{{"stablehlo.slice", 1}} : Counts{{"stablehlo.pad", 1}});
}

// What is in a loop is simplified there; what is outside is not drawn into its rounds.
TEST(Simplify, GoesIntoLoopsAndNotOutOfThem) {
  const auto loop = [](const char* outside, const char* inside) {
    return ir::parse_module(fmt::format(R"(
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %z: tensor<4x2xf32>) -> tensor<4x2xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  {}
  %r:2 = stablehlo.while(%i = %zero, %a = %z) : tensor<i32>, tensor<4x2xf32>
   cond {{
    %p = stablehlo.compare LT, %i, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }} do {{
    {}
    %t = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %b = stablehlo.add %a, %t : tensor<4x2xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<4x2xf32>
  }}
  return %r#1 : tensor<4x2xf32>
}})",
                                        outside, inside),
                            "test", op::catalogue());
  };
  const auto ops_in_round = [](const ir::Module& module) {
    Counts counts;
    for (const auto& op : module.get("main").body.operations)
      if (op->name() == "stablehlo.while")
        for (const auto& inner : op->regions[1]->operations) counts[std::string(inner->name())]++;
    return counts;
  };
  const char* const product =
      "%d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : "
      "(tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>";
  for (const bool in_round : {true, false}) {
    const ir::Module module = in_round ? loop("", product) : loop(product, "");
    const ir::Module after = eliminate_dead_code(simplify(ir::clone(module), op::catalogue()));
    EXPECT_EQ(ops_in_round(after).count("stablehlo.transpose"), in_round ? 0u : 1u);
    EXPECT_EQ(ops_in_round(after).count("stablehlo.dot_general"), in_round ? 1u : 0u);
    std::vector<ir::Array> arguments;
    for (const auto& argument : module.get("main").body.arguments) {
      ir::Array array(argument->type);
      for (int64_t i = 0; i < array.count(); i++) array.f(i) = static_cast<double>(i % 5) - 2;
      arguments.push_back(std::move(array));
    }
    EXPECT_EQ(op::interpret(after, "main", arguments)[0].floats,
              op::interpret(module, "main", arguments)[0].floats);
  }
}

TEST(Simplify, OtherSumsStay) {
  for (const char* initial : {"0.0", "1.0"}) {
    const bool is_neutral = initial[0] == '0';
    expect_simplified(fmt::format(R"(
func.func @main(%x: tensor<3x{}x4xf32>) -> tensor<3x4xf32> {{
  %zero = stablehlo.constant dense<{}> : tensor<f32>
  %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<3x{}x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %y : tensor<3x4xf32>
}})",
                                  is_neutral ? 2 : 1, initial, is_neutral ? 2 : 1),
                      {{"stablehlo.reduce", 1}});
  }
}

TEST(Simplify, BroadcastsAreConvertedBefore) {
  const char* text = R"(
func.func @main(%x: tensor<{0}xf32>) -> tensor<3x{1}xbf16> {{
  %y = stablehlo.broadcast_in_dim %x, dims = [{2}] : (tensor<{0}xf32>) -> tensor<3x{1}xf32>
  %z = stablehlo.convert %y : (tensor<3x{1}xf32>) -> tensor<3x{1}xbf16>
  return %z : tensor<3x{1}xbf16>
}})";
  const ir::Module after = simplify(
      ir::parse_module(fmt::format(fmt::runtime(text), "4", "4", "1"), "test", op::catalogue()),
      op::catalogue());
  EXPECT_EQ(after.get("main").body.terminator().operand(0)->owner->name(),
            "stablehlo.broadcast_in_dim");
  for (const char* columns : {"4", "1"})
    expect_simplified(fmt::format(fmt::runtime(text), columns, columns, "1"),
                      {{"stablehlo.convert", 1}, {"stablehlo.broadcast_in_dim", 1}});
}

// As JAX prints the gradient of jax.nn.softmax, but for its maximum.
std::string softmax_and_gradient(const char* divided_by, const char* squared) {
  return fmt::format(R"(
func.func @main(%x: tensor<3x7xf64>, %d: tensor<3x7xf64>) -> (tensor<3x7xf64>, tensor<3x7xf64>) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<3x1xf64>
  %e = stablehlo.exponential %x : tensor<3x7xf64>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<3x7xf64>, tensor<f64>) -> tensor<3xf64>
  %row = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
  %s = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x7xf64>
  %p = stablehlo.divide %e, %s : tensor<3x7xf64>
  %square = stablehlo.multiply %row, {} : tensor<3x1xf64>
  %inverse = stablehlo.divide %one, %square : tensor<3x1xf64>
  %inverses = stablehlo.broadcast_in_dim %inverse, dims = [0, 1]
      : (tensor<3x1xf64>) -> tensor<3x7xf64>
  %part = stablehlo.multiply %d, %inverses : tensor<3x7xf64>
  %parts = stablehlo.multiply %part, %e : tensor<3x7xf64>
  %total = stablehlo.reduce(%parts init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<3x7xf64>, tensor<f64>) -> tensor<3xf64>
  %column = stablehlo.reshape %total : (tensor<3xf64>) -> tensor<3x1xf64>
  %less = stablehlo.negate %column : tensor<3x1xf64>
  %flat = stablehlo.reshape %less : (tensor<3x1xf64>) -> tensor<3xf64>
  %share = stablehlo.broadcast_in_dim %flat, dims = [0] : (tensor<3xf64>) -> tensor<3x7xf64>
  %own = stablehlo.divide %d, {} : tensor<3x7xf64>
  %both = stablehlo.add %own, %share : tensor<3x7xf64>
  %g = stablehlo.multiply %both, %e : tensor<3x7xf64>
  return %g, %p : tensor<3x7xf64>, tensor<3x7xf64>
}})",
                     squared, divided_by);
}

TEST(Simplify, TheGradientOfASoftmaxTakesItsResult) {
  expect_simplified(softmax_and_gradient("%s", "%row"),
                    {{"stablehlo.exponential", 1},
                     {"stablehlo.reduce", 2},
                     {"stablehlo.broadcast_in_dim", 2},
                     {"stablehlo.divide", 1},
                     {"stablehlo.multiply", 2},
                     {"stablehlo.subtract", 1}},
                    1e-13);
}

TEST(Simplify, WhatIsNearlyTheGradientOfASoftmaxStays) {
  const Counts all = {{"stablehlo.exponential", 1},      {"stablehlo.reduce", 2},
                      {"stablehlo.broadcast_in_dim", 4}, {"stablehlo.divide", 3},
                      {"stablehlo.multiply", 4},         {"stablehlo.reshape", 2},
                      {"stablehlo.negate", 1},           {"stablehlo.add", 1}};
  expect_simplified(softmax_and_gradient("%inverses", "%row"), all);
  expect_simplified(softmax_and_gradient("%s", "%one"), all);
}

TEST(Simplify, BroadcastsOfBroadcastsAreOne) {
  expect_simplified(R"(
func.func @main(%x: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %a = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
  %b = stablehlo.broadcast_in_dim %a, dims = [2, 1] : (tensor<1x3xf32>) -> tensor<1x3x1xf32>
  %c = stablehlo.broadcast_in_dim %b, dims = [0, 1, 2] : (tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %c : tensor<2x3x4xf32>
})",
                    {{"stablehlo.broadcast_in_dim", 1}});
}

TEST(Simplify, QuotientsByPowersOfTwoAreProducts) {
  const auto quotient = [](const std::string& element, const std::string& divisor) {
    return fmt::format(R"(
func.func @main(%x: tensor<23x{0}>) -> tensor<23x{0}> {{
  %c = stablehlo.constant dense<{1}> : tensor<23x{0}>
  %q = stablehlo.divide %x, %c : tensor<23x{0}>
  return %q : tensor<23x{0}>
}})",
                       element, divisor);
  };
  for (const char* element : {"f16", "bf16", "f32", "f64"})
    for (const char* divisor : {"8.0", "-0.25", "1.0", "16384.0"})
      expect_simplified(quotient(element, divisor), {{"stablehlo.multiply", 1}});
  for (const char* divisor : {"3.0", "0x7F800000", "32768.0", "12.0"})
    expect_simplified(quotient("f32", divisor), {{"stablehlo.divide", 1}});
}

// dbias is the sum of dx over all rows, which is computed as well.
TEST(Simplify, TheSumOfAnActivationsGradient) {
  const auto sum = [](const std::string& axes, const std::string& result) {
    return fmt::format(R"(
func.func @main(%dy: tensor<2x4x4xf32>, %x: tensor<2x4x4xf32>, %b: tensor<4xf32>)
    -> tensor<{1}xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g:2 = tutti.bias_relu_gradient %dy, %x, %b
      : (tensor<2x4x4xf32>, tensor<2x4x4xf32>, tensor<4xf32>) -> (tensor<2x4x4xf32>, tensor<4xf32>)
  %s = stablehlo.reduce(%g#0 init: %zero) applies stablehlo.add across dimensions = [{0}]
      : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<{1}xf32>
  return %s : tensor<{1}xf32>
}})",
                       axes, result);
  };
  const Counts both = {{"tutti.bias_relu_gradient", 1}, {"stablehlo.reduce", 1}};
  expect_simplified(sum("0, 1", "4"), {{"tutti.bias_relu_gradient", 1}});
  expect_simplified(sum("0, 2", "4"), both);
  expect_simplified(sum("0", "4x4"), both);
}

TEST(Simplify, TheTransposeOfAProductIsTheProductTheOtherWayRound) {
  // [batch, dim, query] as [batch, query, 1, dim]: one axis is moved yet.
  expect_simplified(R"(
func.func @main(%x: tensor<2x5x3x7xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x4x7x3xf32> {
  %p = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [2]
      : (tensor<2x5x3x7xf32>, tensor<2x4x5xf32>) -> tensor<2x3x7x4xf32>
  %t = stablehlo.transpose %p, dims = [0, 3, 2, 1] : (tensor<2x3x7x4xf32>) -> tensor<2x4x7x3xf32>
  return %t : tensor<2x4x7x3xf32>
})",
                    {{"stablehlo.dot_general", 1}, {"stablehlo.transpose", 1}});

  expect_simplified(R"(
func.func @main(%x: tensor<2x5x3xf32>, %y: tensor<2x4x5xf32>) -> tensor<2x4x3xf32> {
  %p = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [2]
      : (tensor<2x5x3xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4xf32>
  %t = stablehlo.transpose %p, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  return %t : tensor<2x4x3xf32>
})",
                    {{"stablehlo.dot_general", 1}});
}

TEST(Simplify, AProductThatIsReadTwiceStays) {
  expect_simplified(
      R"(
func.func @main(%x: tensor<3x5xf32>, %y: tensor<5x3xf32>) -> tensor<3x3xf32> {
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
      : (tensor<3x5xf32>, tensor<5x3xf32>) -> tensor<3x3xf32>
  %t = stablehlo.transpose %p, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %s = stablehlo.add %p, %t : tensor<3x3xf32>
  return %s : tensor<3x3xf32>
})",
      {{"stablehlo.add", 1}, {"stablehlo.dot_general", 1}, {"stablehlo.transpose", 1}});
}

/// Three parts of [1, 4], padded to [3, 4] and added, then transposed; the last begins at `third`.
std::string parts(int third) {
  return fmt::format(R"(
func.func @main(%x: tensor<1x4xf32>, %y: tensor<1x4xf32>, %z: tensor<1x4xf32>)
    -> tensor<4x3xf32> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.pad %z, %zero, low = [{}, 0], high = [{}, 0], interior = [0, 0]
      : (tensor<1x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %b = stablehlo.pad %x, %zero, low = [0, 0], high = [2, 0], interior = [0, 0]
      : (tensor<1x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %c = stablehlo.pad %y, %zero, low = [1, 0], high = [1, 0], interior = [0, 0]
      : (tensor<1x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %ab = stablehlo.add %a, %b : tensor<3x4xf32>
  %abc = stablehlo.add %ab, %c : tensor<3x4xf32>
  %t = stablehlo.transpose %abc, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  return %t : tensor<4x3xf32>
}})",
                     third, 2 - third);
}

TEST(Simplify, PaddedPartsAreConcatenated) {
  expect_simplified(parts(2), {{"stablehlo.concatenate", 1}, {"stablehlo.transpose", 3}});
}

TEST(Simplify, PartsThatOverlapAreAdded) {
  expect_simplified(parts(1),
                    {{"stablehlo.add", 2}, {"stablehlo.pad", 3}, {"stablehlo.transpose", 1}});
}

}  // namespace
}  // namespace tutti::pass
