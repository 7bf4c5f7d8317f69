// SPDX-License-Identifier: Apache-2.0
// Products on the CPU backend against the op's own meaning.
#include "cpu_program.h"

namespace tutti {
namespace {

using test::Array;
using test::ElementType;
using test::Type;

struct Sides {
  ir::Shape lhs, rhs;
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract;
  ir::Shape out;
};

std::string list(const std::vector<int64_t>& values) {
  return ir::str(values);
}

/// A product of two arguments, each first through `prepare` ("%l = ... %0", "%r = ... %1").
ir::Module product(const Sides& s, const std::string& l, const std::string& r,
                   const std::string& out) {
  const std::string lhs = Type::tensor(*ir::element_type_of(l), s.lhs).str(),
                    rhs = Type::tensor(*ir::element_type_of(r), s.rhs).str(),
                    result = Type::tensor(*ir::element_type_of(out), s.out).str();
  const std::string batching =
      s.lhs_batch.empty()
          ? ""
          : fmt::format("batching_dims = {} x {}, ", list(s.lhs_batch), list(s.rhs_batch));
  return test::parse(fmt::format(
      "func.func @main(%0: {0}, %1: {1}) -> {2} {{\n"
      "  %r = stablehlo.dot_general %0, %1, {3}contracting_dims = {4} x {5} : ({0}, {1}) -> {2}\n"
      "  return %r : {2}\n}}\n",
      lhs, rhs, result, batching, list(s.lhs_contract), list(s.rhs_contract)));
}

void expect_product(const Sides& s, const std::string& l = "f32", const std::string& r = "f32",
                    const std::string& out = "f32", double tolerance = 1e-5) {
  const ir::Module module = product(s, l, r, out);
  SCOPED_TRACE(l + " " + ir::str(s.lhs) + " " + r + " " + ir::str(s.rhs));
  test::expect_program(module,
                       {test::random_values(Type::tensor(*ir::element_type_of(l), s.lhs), 1),
                        test::random_values(Type::tensor(*ir::element_type_of(r), s.rhs), 2)},
                       tolerance);
}

const Sides kShapes[] = {
    {{37, 53}, {53, 29}, {}, {}, {1}, {0}, {37, 29}},                      // x y
    {{37, 53}, {29, 53}, {}, {}, {1}, {1}, {37, 29}},                      // x yT
    {{53, 37}, {53, 29}, {}, {}, {0}, {0}, {37, 29}},                      // xT y
    {{3, 5, 53}, {53, 29}, {}, {}, {2}, {0}, {3, 5, 29}},                  // rows of two axes
    {{3, 5, 37}, {3, 5, 29}, {}, {}, {0, 1}, {0, 1}, {37, 29}},            // a weight's gradient
    {{3, 5, 37}, {3, 5, 29}, {}, {}, {1, 0}, {1, 0}, {37, 29}},            // in another order
    {{4, 7, 9}, {4, 9, 11}, {0}, {0}, {2}, {1}, {4, 7, 11}},               // a batch
    {{2, 7, 3, 8}, {2, 6, 3, 8}, {0, 2}, {0, 2}, {3}, {3}, {2, 3, 7, 6}},  // heads apart
    {{7, 4, 9}, {9, 11, 4}, {1}, {2}, {2}, {0}, {4, 7, 11}},               // batch in the middle
    {{5, 6, 7}, {7, 8, 6}, {}, {}, {1, 2}, {2, 0}, {5, 8}},                // sums over two axes
    {{1, 1}, {1, 1}, {}, {}, {1}, {0}, {1, 1}},
    {{9}, {9}, {}, {}, {0}, {0}, {}},
    {{300, 200}, {200, 300}, {}, {}, {0, 1}, {1, 0}, {}},  // one long sum
    {{4}, {5}, {}, {}, {}, {}, {4, 5}},                    // an outer product
    {{3, 0}, {0, 4}, {}, {}, {1}, {0}, {3, 4}},            // an empty sum
    {{0, 3}, {3, 4}, {}, {}, {1}, {0}, {0, 4}},
    {{300, 70}, {70, 200}, {}, {}, {1}, {0}, {300, 200}},
};

TEST(CpuDot, Float32) {
  for (const Sides& shape : kShapes) expect_product(shape);
}

TEST(CpuDot, BFloat16) {
  for (const Sides& shape : kShapes) {
    expect_product(shape, "bf16", "bf16", "bf16");
    expect_product(shape, "bf16", "bf16", "f32");
  }
}

TEST(CpuDot, OtherTypes) {
  for (const Sides& shape : kShapes) {
    expect_product(shape, "f64", "f64", "f64", 1e-14);
    expect_product(shape, "f16", "f16", "f16");
    expect_product(shape, "i32", "i32", "i32");
    expect_product(shape, "i8", "i8", "i8");
    expect_product(shape, "ui8", "ui8", "i32");
    expect_product(shape, "i64", "i64", "i64");
  }
}

// Operands that are views: transposed, repeated, cut out.
TEST(CpuDot, ReadsThroughStrides) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<2x9x3x8xf32>, %y: tensor<5x8xf32>, %z: tensor<3x20x8xf32>)
    -> (tensor<2x3x9x5xf32>, tensor<3x16x5xf32>) {
  %xt = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<2x9x3x8xf32>) -> tensor<2x3x9x8xf32>
  %yb = stablehlo.broadcast_in_dim %y, dims = [2, 3] : (tensor<5x8xf32>) -> tensor<2x3x5x8xf32>
  %a = stablehlo.dot_general %xt, %yb, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3]
    : (tensor<2x3x9x8xf32>, tensor<2x3x5x8xf32>) -> tensor<2x3x9x5xf32>
  %zs = stablehlo.slice %z [0:3, 2:18, 0:8] : (tensor<3x20x8xf32>) -> tensor<3x16x8xf32>
  %b = stablehlo.dot_general %zs, %y, contracting_dims = [2] x [1]
    : (tensor<3x16x8xf32>, tensor<5x8xf32>) -> tensor<3x16x5xf32>
  return %a, %b : tensor<2x3x9x5xf32>, tensor<3x16x5xf32>
})");
  std::vector<Array> arguments;
  for (size_t i = 0; i < 3; i++)
    arguments.push_back(
        test::random_values(module.get("main").argument(i)->type, static_cast<uint32_t>(i)));
  test::expect_program(module, arguments, 1e-5);
}

/// x y + bias, and what else the program says.
void expect_biased(const std::string& type, int64_t rows, const std::string& rest) {
  const std::string text = fmt::format(
      R"(
func.func @main(%x: tensor<2x{1}x70x{0}>, %y: tensor<90x70x{0}>, %b: tensor<90x{0}>,
                %c: tensor<{1}x{0}>) -> tensor<2x{1}x90x{0}> {{
  %p = stablehlo.dot_general %x, %y, contracting_dims = [2] x [1]
      : (tensor<2x{1}x70x{0}>, tensor<90x70x{0}>) -> tensor<2x{1}x90x{0}>
  %wide = stablehlo.broadcast_in_dim %b, dims = [2] : (tensor<90x{0}>) -> tensor<2x{1}x90x{0}>
  %rows = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<{1}x{0}>) -> tensor<2x{1}x90x{0}>
  {2}
  return %r : tensor<2x{1}x90x{0}>
}})",
      type, rows, fmt::format(fmt::runtime(rest), fmt::format("tensor<2x{}x90x{}>", rows, type)));
  SCOPED_TRACE(text);
  const auto element = *ir::element_type_of(type);
  test::expect_program(test::parse(text),
                       {test::random_values(Type::tensor(element, {2, rows, 70}), 1),
                        test::random_values(Type::tensor(element, {90, 70}), 2),
                        test::random_values(Type::tensor(element, {90}), 3),
                        test::random_values(Type::tensor(element, {rows}), 4)},
                       1e-5);
}

TEST(CpuDot, Biases) {
  const char* kRests[] = {
      "%r = stablehlo.add %p, %wide : {0}", "%r = stablehlo.add %wide, %p : {0}",
      "%s = stablehlo.add %p, %wide : {0}\n  %r = stablehlo.multiply %s, %s : {0}",
      // The product is read twice.
      "%s = stablehlo.add %p, %wide : {0}\n  %r = stablehlo.multiply %s, %p : {0}",
      "%r = stablehlo.add %p, %rows : {0}", "%r = stablehlo.add %p, %p : {0}",
      // A second bias.
      "%s = stablehlo.add %p, %wide : {0}\n  %r = stablehlo.add %s, %wide : {0}"};
  for (const char* rest : kRests)
    for (const int64_t rows : {3, 120}) {
      expect_biased("f32", rows, rest);
      expect_biased("bf16", rows, rest);
    }
}

}  // namespace
}  // namespace tutti
