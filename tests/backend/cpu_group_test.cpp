// SPDX-License-Identifier: Apache-2.0
// Operations that are computed together, tile by tile, mean what each means by itself.
#include <map>

#include "backend/cpu/group/group_policy.h"
#include "backend/cpu_program.h"
#include "op/emit.h"

namespace tutti {
namespace {

using backend::form_groups;
using ir::Value;
using test::Array;
using test::ElementType;
using test::Type;

std::vector<Array> arguments_of(const ir::Module& module, uint32_t seed) {
  std::vector<Array> arguments;
  for (const auto& argument : module.get("main").body.arguments)
    arguments.push_back(test::random_values(argument->type, seed++));
  return arguments;
}

/// How many operations each group of main has.
std::vector<size_t> group_sizes(const ir::Module& module) {
  std::vector<size_t> sizes;
  for (const auto& item : form_groups(module.get("main").body, backend::cpu::group_policy()))
    if (item.group) sizes.push_back(item.group->members.size());
  return sizes;
}

/// A random program over [rows, length]: elementwise operations, reductions of rows and columns,
/// with vectors, transposes, scalars and values that are used again and again.
class RandomProgram {
 public:
  RandomProgram(uint32_t seed, ElementType element, int64_t rows, int64_t length)
      : random_(seed),
        type_(Type::tensor(element, {rows, length})),
        b_(module.add_function("main").body, op::catalogue()) {
    ir::Function& function = module.get("main");
    whole_ = {function.add_argument(type_), function.add_argument(type_)};
    const Value vector = function.add_argument(Type::tensor(element, {length})),
                column = function.add_argument(Type::tensor(element, {rows})),
                turned = function.add_argument(Type::tensor(element, {length, rows})),
                scalar = function.add_argument(Type::scalar(element));
    whole_.push_back(op::broadcast_in_dim(b_, vector, type_.shape, {1}));
    whole_.push_back(op::transpose(b_, turned, {1, 0}));
    whole_.push_back(op::splat(b_, scalar, type_.shape));
    rows_ = {column};
    // Of arguments, so that rounding decides nothing.
    kept_ = op::compare(b_, "GT", whole_[0], whole_[3]);
    std::vector<Value> results;
    for (int i = 0; i < 30; i++) step(results);
    results.push_back(whole_.back());
    results.push_back(rows_.back());
    pass::finish(function, b_, results);
  }

  ir::Module module;

 private:
  Value pick(const std::vector<Value>& values) { return values[random_() % values.size()]; }

  void step(std::vector<Value>& results) {
    const Value x = pick(whole_), y = whole_.back();
    switch (random_() % 9) {
      case 0:
        whole_.push_back(op::scale(b_, op::add(b_, x, y), 0.5));
        break;
      case 1:
        whole_.push_back(op::maximum(b_, x, y));
        break;
      case 2:
        whole_.push_back(op::tanh(b_, y));
        break;
      case 3:
        whole_.push_back(op::select(b_, kept_, y, x));
        break;
      case 4:
        whole_.push_back(op::convert(b_, op::convert(b_, y, ElementType::f64), type_.element));
        break;
      case 5:
        rows_.push_back(op::tanh(b_, op::scale(b_, op::reduce_sum(b_, x, {1}), 0.1)));
        break;
      case 6:
        whole_.push_back(
            op::subtract(b_, y, op::broadcast_in_dim(b_, pick(rows_), type_.shape, {0})));
        break;
      case 7:
        results.push_back(op::reduce_sum(b_, op::scale(b_, y, 0.1), {0}));
        break;
      default:
        whole_.push_back(op::multiply(b_, op::tanh(b_, x), y));
        if (random_() % 2) results.push_back(whole_.back());
    }
  }

  std::mt19937 random_;
  Type type_;
  ir::Builder b_;
  std::vector<Value> whole_, rows_;
  Value kept_;
};

TEST(CpuGroup, RandomProgramsMeanTheSame) {
  const std::map<ElementType, double> tolerances = {
      {ElementType::f32, 1e-5}, {ElementType::bf16, 1e-5}, {ElementType::f64, 1e-12}};
  for (const auto& [element, tolerance] : tolerances)
    for (uint32_t seed = 0; seed < 8; seed++) {
      SCOPED_TRACE(fmt::format("{} {}", ir::name_of(element), seed));
      const int64_t lengths[] = {200, 384, 64, 1000};
      RandomProgram program(seed, element, 7 + 40 * (seed % 4), lengths[seed % 3]);
      test::expect_program(program.module, arguments_of(program.module, seed + 7), tolerance);
    }
}

const std::string kTypes = "(%x: tensor<6x7x96xf32>, %y: tensor<6x7x96xf32>, %g: tensor<96xf32>)";

/// A program on x and y [6, 7, 96] and g [96].
ir::Module program(const std::string& body, const std::string& results) {
  return test::parse("func.func @main" + kTypes + " -> (" + results + ") {\n" + body + "}\n");
}

TEST(CpuGroup, SoftmaxAndItsGradientAreOneEach) {
  const ir::Module module = program(R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [2]
      : (tensor<6x7x96xf32>, tensor<f32>) -> tensor<6x7xf32>
  %m1 = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<6x7xf32>) -> tensor<6x7x1xf32>
  %mb = stablehlo.broadcast_in_dim %m1, dims = [0, 1, 2] : (tensor<6x7x1xf32>) -> tensor<6x7x96xf32>
  %d = stablehlo.subtract %x, %mb : tensor<6x7x96xf32>
  %e = stablehlo.exponential %d : tensor<6x7x96xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<6x7x96xf32>, tensor<f32>) -> tensor<6x7xf32>
  %sb = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<6x7xf32>) -> tensor<6x7x96xf32>
  %p = stablehlo.divide %e, %sb : tensor<6x7x96xf32>
  %py = stablehlo.multiply %p, %y : tensor<6x7x96xf32>
  %t = stablehlo.reduce(%py init: %zero) applies stablehlo.add across dimensions = [2]
      : (tensor<6x7x96xf32>, tensor<f32>) -> tensor<6x7xf32>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0, 1] : (tensor<6x7xf32>) -> tensor<6x7x96xf32>
  %yt = stablehlo.subtract %y, %tb : tensor<6x7x96xf32>
  %dx = stablehlo.multiply %p, %yt : tensor<6x7x96xf32>
  return %p, %dx : tensor<6x7x96xf32>, tensor<6x7x96xf32>
)",
                                    "tensor<6x7x96xf32>, tensor<6x7x96xf32>");
  EXPECT_EQ(group_sizes(module), std::vector<size_t>{9});
  test::expect_program(module, arguments_of(module, 1), 1e-6);
}

// The second product is of sums of rows over a value that the first needs, so that one group of
// both would wait for itself.
TEST(CpuGroup, NoGroupWaitsForItself) {
  const ir::Module module = program(R"(
  %a = stablehlo.add %x, %y : tensor<6x7x96xf32>
  %b = stablehlo.tanh %a : tensor<6x7x96xf32>
  %r = stablehlo.reshape %b : (tensor<6x7x96xf32>) -> tensor<42x96xf32>
  %d = stablehlo.dot_general %r, %r, contracting_dims = [1] x [1]
      : (tensor<42x96xf32>, tensor<42x96xf32>) -> tensor<42x42xf32>
  %e = stablehlo.dot_general %d, %r, contracting_dims = [1] x [0]
      : (tensor<42x42xf32>, tensor<42x96xf32>) -> tensor<42x96xf32>
  %f = stablehlo.reshape %e : (tensor<42x96xf32>) -> tensor<6x7x96xf32>
  %h = stablehlo.multiply %f, %a : tensor<6x7x96xf32>
  %i = stablehlo.subtract %h, %b : tensor<6x7x96xf32>
  return %i : tensor<6x7x96xf32>
)",
                                    "tensor<6x7x96xf32>");
  EXPECT_EQ(group_sizes(module), (std::vector<size_t>{2, 2}));
  test::expect_program(module, arguments_of(module, 3), 1e-5);
}

// A group on both sides of a barrier would wait for itself too.
TEST(CpuGroup, NoGroupReachesThroughABarrier) {
  const ir::Module module = program(R"(
  %a = stablehlo.add %x, %x : tensor<6x7x96xf32>
  %b:2 = stablehlo.optimization_barrier %a, %y : tensor<6x7x96xf32>, tensor<6x7x96xf32>
  %c = stablehlo.multiply %a, %b#1 : tensor<6x7x96xf32>
  return %c : tensor<6x7x96xf32>
)",
                                    "tensor<6x7x96xf32>");
  test::expect_program(module, arguments_of(module, 6), 1e-6);
}

TEST(CpuGroup, WhatABarrierHoldsUnreadIsComputed) {
  const ir::Module module = program(R"(
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.add %x, %x : tensor<6x7x96xf32>
  %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<6x7x96xf32>, tensor<f32>) -> tensor<96xf32>
  %b:2 = stablehlo.optimization_barrier %s, %a : tensor<96xf32>, tensor<6x7x96xf32>
  %c:2 = stablehlo.optimization_barrier %b#1, %y : tensor<6x7x96xf32>, tensor<6x7x96xf32>
  return %c#1, %b#1 : tensor<6x7x96xf32>, tensor<6x7x96xf32>
)",
                                    "tensor<6x7x96xf32>, tensor<6x7x96xf32>");
  test::expect_program(module, arguments_of(module, 7), 1e-6);
}

// Transposed inside, a value would be read before all of it is there.
TEST(CpuGroup, ValuesInAnotherOrderStayOutside) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<70x70xf32>) -> tensor<70x70xf32> {
  %a = stablehlo.tanh %x : tensor<70x70xf32>
  %b = stablehlo.negate %a : tensor<70x70xf32>
  %t = stablehlo.transpose %b, dims = [1, 0] : (tensor<70x70xf32>) -> tensor<70x70xf32>
  %c = stablehlo.add %a, %t : tensor<70x70xf32>
  %d = stablehlo.multiply %c, %c : tensor<70x70xf32>
  return %d : tensor<70x70xf32>
})");
  EXPECT_EQ(group_sizes(module), (std::vector<size_t>{2, 2}));
  test::expect_program(module, arguments_of(module, 4), 1e-6);
}

// An operation of few elements whose result is repeated is no part of what reads it.
TEST(CpuGroup, SmallOperationsStayOutside) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<70x70xf32>, %y: tensor<70xf32>) -> tensor<70x70xf32> {
  %a = stablehlo.tanh %y : tensor<70xf32>
  %b = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<70xf32>) -> tensor<70x70xf32>
  %c = stablehlo.add %x, %b : tensor<70x70xf32>
  %d = stablehlo.multiply %c, %c : tensor<70x70xf32>
  return %d : tensor<70x70xf32>
})");
  EXPECT_EQ(group_sizes(module), std::vector<size_t>{2});
  test::expect_program(module, arguments_of(module, 5), 1e-6);
}

// A chain of operations takes no memory but its blocks.
TEST(CpuGroup, IntermediateValuesStayInTheCache) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<1000x1000xf32>, %y: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %a = stablehlo.add %x, %y : tensor<1000x1000xf32>
  %b = stablehlo.tanh %a : tensor<1000x1000xf32>
  %c = stablehlo.multiply %a, %b : tensor<1000x1000xf32>
  %d = stablehlo.subtract %c, %x : tensor<1000x1000xf32>
  return %d : tensor<1000x1000xf32>
})");
  EXPECT_LT(test::cpu_run(module).memory().temporaries, 200000);
}

// In the memory of donated arguments that the group reads more than once, and a sum of which needs
// a whole tile.
TEST(CpuGroup, WritesOverWhatItReads) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<100x128xf32> {tf.aliasing_output = 0 : i32},
    %z: tensor<100x128xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<100xf32>)
    -> (tensor<100x128xf32>, tensor<100x128xf32>, tensor<128xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<100xf32>) -> tensor<100x128xf32>
  %a = stablehlo.add %x, %r : tensor<100x128xf32>
  %b = stablehlo.multiply %a, %z : tensor<100x128xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<100x128xf32>, tensor<f32>) -> tensor<100xf32>
  %t = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<100xf32>) -> tensor<100x128xf32>
  %c = stablehlo.subtract %b, %t : tensor<100x128xf32>
  %u = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<100x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %a, %c, %u : tensor<100x128xf32>, tensor<100x128xf32>, tensor<128xf32>
})");
  EXPECT_EQ(test::cpu_run(module).memory().results, 4 * 128);
  test::expect_program(module, arguments_of(module, 4), 1e-5);
}

// Both sides of each operation, in one group each.
TEST(CpuGroup, OperandsThatRepeatOneNumber) {
  for (const char* element : {"f32", "f64", "bf16"})
    for (const char* op :
         {"add", "divide", "maximum", "minimum", "multiply", "power", "subtract"}) {
      SCOPED_TRACE(fmt::format("{} {}", op, element));
      const std::string type = fmt::format("tensor<37x64x{}>", element);
      const ir::Module module = test::parse(fmt::format(R"(
func.func @main(%x: {1}, %s: tensor<{2}>) -> ({1}, {1}) {{
  %c = stablehlo.constant dense<0.375> : {1}
  %t = stablehlo.abs %s : tensor<{2}>
  %r = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<{2}>) -> {1}
  %a = stablehlo.abs %x : {1}
  %b = stablehlo.{0} %a, %c : {1}
  %d = stablehlo.{0} %r, %a : {1}
  return %b, %d : {1}, {1}
}})",
                                                        op, type, element));
      EXPECT_EQ(group_sizes(module), std::vector<size_t>{3});
      test::expect_program(module, arguments_of(module, 9), element[0] == 'b' ? 1e-2 : 1e-6);
    }
}

// Numbers that repeat along rows, from memory and from the group itself, on both sides of each
// operation; and sums of short rows.
TEST(CpuGroup, OperandsThatRepeatAlongRows) {
  for (const char* element : {"f32", "f64", "bf16"})
    for (const int length : {16, 24, 31, 64, 512, 1024})
      for (const char* op : {"divide", "maximum", "subtract"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", op, element, length));
        const ir::Module module = test::parse(fmt::format(
            R"(
func.func @main(%x: {1}, %s: {2}) -> ({1}, {1}, {1}, {2}) {{
  %zero = stablehlo.constant dense<0.0> : tensor<{3}>
  %a = stablehlo.abs %x : {1}
  %t = stablehlo.abs %s : {2}
  %r = stablehlo.broadcast_in_dim %t, dims = [0] : ({2}) -> {1}
  %b = stablehlo.{0} %a, %r : {1}
  %c = stablehlo.{0} %r, %b : {1}
  %d = stablehlo.{0} %r, %r : {1}
  %u = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1]
      : ({1}, tensor<{3}>) -> {2}
  %v = stablehlo.broadcast_in_dim %u, dims = [0] : ({2}) -> {1}
  %e = stablehlo.{0} %a, %v : {1}
  %f = stablehlo.{0} %v, %e : {1}
  %g = stablehlo.reduce(%f init: %zero) applies stablehlo.maximum across dimensions = [1]
      : ({1}, tensor<{3}>) -> {2}
  return %b, %c, %f, %g : {1}, {1}, {1}, {2}
}})",
            op, fmt::format("tensor<67x{}x{}>", length, element),
            fmt::format("tensor<67x{}>", element), element));
        EXPECT_EQ(group_sizes(module).size(), size_t{1});
        test::expect_program(module, arguments_of(module, 9), element[0] == 'b' ? 2e-2 : 1e-5);
      }
}

// Parts of tensors are read where they are, if they are contiguous there, and an output may be
// written over another operand meanwhile.
TEST(CpuGroup, ReadsPartsWhereTheyAre) {
  for (const int width : {40, 512, 2048, 3072}) {
    const ir::Module module = test::parse(fmt::format(
        R"(
func.func @main(%x: tensor<9x{0}xf32>, %y: tensor<4x{0}xf32> {{tf.aliasing_output = 0 : i32}},
    %g: tensor<{0}xf32>) -> (tensor<4x{0}xf32>, tensor<4x{0}xf32>) {{
  %a = stablehlo.slice %x [0:7:2, 0:{0}] : (tensor<9x{0}xf32>) -> tensor<4x{0}xf32>
  %b = stablehlo.slice %x [1:9:2, 0:{0}] : (tensor<9x{0}xf32>) -> tensor<4x{0}xf32>
  %w = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<{0}xf32>) -> tensor<4x{0}xf32>
  %c = stablehlo.multiply %a, %y : tensor<4x{0}xf32>
  %d = stablehlo.add %c, %b : tensor<4x{0}xf32>
  %e = stablehlo.subtract %d, %w : tensor<4x{0}xf32>
  %f = stablehlo.multiply %y, %e : tensor<4x{0}xf32>
  return %e, %f : tensor<4x{0}xf32>, tensor<4x{0}xf32>
}})",
        width));
    std::vector<Array> arguments;
    for (uint32_t i = 0; i < 3; i++)
      arguments.push_back(test::random_values(module.get("main").argument(i)->type, i));
    test::expect_program(module, arguments, 1e-6);
  }
}

// The same of another element type, of as many bytes.
TEST(CpuGroup, WritesOverElementsOfAnotherType) {
  const ir::Module module = test::parse(R"(
func.func @main(%a: tensor<64x512xi16>) -> (tensor<64x512xbf16>, tensor<64x512xi16>) {
  %c = stablehlo.constant dense<7> : tensor<64x512xi16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.reverse %a, dims = [0] : tensor<64x512xi16>
  %y = stablehlo.convert %x : (tensor<64x512xi16>) -> tensor<64x512xbf16>
  %f = stablehlo.convert %y : (tensor<64x512xbf16>) -> tensor<64x512xf32>
  %s = stablehlo.reduce(%f init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %r = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x512xf32>
  %p = stablehlo.compare LT, %f, %r : (tensor<64x512xf32>, tensor<64x512xf32>)
      -> tensor<64x512xi1>
  %z = stablehlo.select %p, %x, %c : tensor<64x512xi1>, tensor<64x512xi16>
  return %y, %z : tensor<64x512xbf16>, tensor<64x512xi16>
})");
  EXPECT_EQ(group_sizes(module), std::vector<size_t>{5});
  test::expect_program(module, arguments_of(module, 5), 0);
}

}  // namespace
}  // namespace tutti
