// SPDX-License-Identifier: Apache-2.0
// Attention as imported programs spell it.
#include "raised.h"

namespace tutti::pass {
namespace {

using test::counts_of;
using test::raised;

/// Attention of q [2, 3, 4, 5], k and v [2, 6, 4, 5] (batch, tokens, heads, channels) under a mask
/// [2, 6] of keys, from `scores` (%s from %q and %k) and `result` (%y from the softmax %p and %v).
std::string attention_program(const std::string& scores, const std::string& result) {
  return R"(func.func @main(%q: tensor<2x3x4x5xf32>, %k: tensor<2x6x4x5xf32>,
    %v: tensor<2x6x4x5xf32>, %mask: tensor<2x6xi1>) -> tensor<2x3x4x5xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %fill = stablehlo.constant dense<-1.0e9> : tensor<2x4x3x6xf32>
  %none = stablehlo.constant dense<0.0> : tensor<2x4x3x6xf32>
  %root = stablehlo.constant dense<2.25> : tensor<2x4x3x6xf32>
  %allowed = stablehlo.broadcast_in_dim %mask, dims = [0, 3]
      : (tensor<2x6xi1>) -> tensor<2x4x3x6xi1>
)" + scores +
         R"(
  %m0 = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [3]
      : (tensor<2x4x3x6xf32>, tensor<f32>) -> tensor<2x4x3xf32>
  %m1 = stablehlo.broadcast_in_dim %m0, dims = [0, 1, 2]
      : (tensor<2x4x3xf32>) -> tensor<2x4x3x6xf32>
  %d = stablehlo.subtract %s, %m1 : tensor<2x4x3x6xf32>
  %e = stablehlo.exponential %d : tensor<2x4x3x6xf32>
  %t0 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3]
      : (tensor<2x4x3x6xf32>, tensor<f32>) -> tensor<2x4x3xf32>
  %t1 = stablehlo.broadcast_in_dim %t0, dims = [0, 1, 2]
      : (tensor<2x4x3xf32>) -> tensor<2x4x3x6xf32>
  %p = stablehlo.divide %e, %t1 : tensor<2x4x3x6xf32>
)" + result +
         "  return %y : tensor<2x3x4x5xf32>\n}\n";
}

const std::string kProduct = R"(
  %product = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2],
      contracting_dims = [3] x [3]
      : (tensor<2x3x4x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x6xf32>
)";
const std::string kMasked = kProduct + R"(
  %scaled = stablehlo.divide %product, %root : tensor<2x4x3x6xf32>
  %s = stablehlo.select %allowed, %scaled, %fill : tensor<2x4x3x6xi1>, tensor<2x4x3x6xf32>
)";
// An einsum puts the values first.
const std::string kValuesFirst = R"(
  %o = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3]
      : (tensor<2x6x4x5xf32>, tensor<2x4x3x6xf32>) -> tensor<2x4x5x3xf32>
  %y = stablehlo.transpose %o, dims = [0, 3, 1, 2] : (tensor<2x4x5x3xf32>) -> tensor<2x3x4x5xf32>
)";

std::map<std::string, int> attention_counts(const std::string& text) {
  return counts_of(raised(ir::parse_module(text, "test", op::catalogue())));
}

void expect_attention(const std::string& scores, const std::string& result) {
  const std::string text = attention_program(scores, result);
  SCOPED_TRACE(text);
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  const ir::Module after = raised(ir::clone(module));
  const auto counts = counts_of(after);
  EXPECT_EQ(counts.count("tutti.dot_product_attention"), 1);
  EXPECT_EQ(counts.count("stablehlo.dot_general"), 0);
  test::expect_same(module, after);
}

TEST(Raise, Attention) {
  expect_attention(kMasked, kValuesFirst);
  // keys first, a bias, and probabilities first
  expect_attention(R"(
  %turned = stablehlo.dot_general %k, %q, batching_dims = [0, 2] x [0, 2],
      contracting_dims = [3] x [3]
      : (tensor<2x6x4x5xf32>, tensor<2x3x4x5xf32>) -> tensor<2x4x6x3xf32>
  %product = stablehlo.transpose %turned, dims = [0, 1, 3, 2]
      : (tensor<2x4x6x3xf32>) -> tensor<2x4x3x6xf32>
  %scaled = stablehlo.multiply %root, %product : tensor<2x4x3x6xf32>
  %bias = stablehlo.select %allowed, %none, %fill : tensor<2x4x3x6xi1>, tensor<2x4x3x6xf32>
  %s = stablehlo.add %bias, %scaled : tensor<2x4x3x6xf32>
)",
                   R"(
  %o = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1]
      : (tensor<2x4x3x6xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x5xf32>
  %y = stablehlo.transpose %o, dims = [0, 2, 1, 3] : (tensor<2x4x3x5xf32>) -> tensor<2x3x4x5xf32>
)");
  // neither mask nor scale, and axes of one element between
  expect_attention(R"(
  %q5 = stablehlo.reshape %q : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x1x5xf32>
  %product = stablehlo.dot_general %q5, %k, batching_dims = [0, 2] x [0, 2],
      contracting_dims = [4] x [3]
      : (tensor<2x3x4x1x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x1x6xf32>
  %s = stablehlo.reshape %product : (tensor<2x4x3x1x6xf32>) -> tensor<2x4x3x6xf32>
)",
                   kValuesFirst);
}

// scores / jnp.sqrt(dim)
TEST(Raise, AttentionWhoseScaleIsComputed) {
  expect_attention(kProduct + R"(
  %dim = stablehlo.constant dense<5.0> : tensor<f32>
  %sqrt = stablehlo.sqrt %dim : tensor<f32>
  %roots = stablehlo.broadcast_in_dim %sqrt, dims = [] : (tensor<f32>) -> tensor<2x4x3x6xf32>
  %scaled = stablehlo.divide %product, %roots : tensor<2x4x3x6xf32>
  %s = stablehlo.select %allowed, %scaled, %fill : tensor<2x4x3x6xi1>, tensor<2x4x3x6xf32>
)",
                   kValuesFirst);
}

TEST(Raise, NoAttentionWhereAnythingDiffers) {
  const auto expect_no_attention = [](const std::string& scores, const std::string& result) {
    const std::string text = attention_program(scores, result);
    SCOPED_TRACE(text);
    EXPECT_EQ(attention_counts(text).count("tutti.dot_product_attention"), 0);
  };
  // The probabilities are dropped out, or used again.
  expect_no_attention(kMasked, R"(
  %dropped = stablehlo.select %allowed, %p, %none : tensor<2x4x3x6xi1>, tensor<2x4x3x6xf32>
  %o = stablehlo.dot_general %v, %dropped, batching_dims = [0, 2] x [0, 1],
      contracting_dims = [1] x [3]
      : (tensor<2x6x4x5xf32>, tensor<2x4x3x6xf32>) -> tensor<2x4x5x3xf32>
  %y = stablehlo.transpose %o, dims = [0, 3, 1, 2] : (tensor<2x4x5x3xf32>) -> tensor<2x3x4x5xf32>
)");
  expect_no_attention(kMasked, kValuesFirst + R"(
  %again = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3]
      : (tensor<2x4x3x6xf32>, tensor<f32>) -> tensor<f32>
  check.expect_almost_eq_const %again, dense<24.0> : tensor<f32>
)");
  // scaled after the mask
  expect_no_attention(kProduct + R"(
  %masked = stablehlo.select %allowed, %product, %fill : tensor<2x4x3x6xi1>, tensor<2x4x3x6xf32>
  %s = stablehlo.multiply %masked, %root : tensor<2x4x3x6xf32>
)",
                      kValuesFirst);
  // not of a product
  expect_no_attention(kProduct + R"(
  %square = stablehlo.multiply %product, %product : tensor<2x4x3x6xf32>
  %s = stablehlo.select %allowed, %square, %fill : tensor<2x4x3x6xi1>, tensor<2x4x3x6xf32>
)",
                      kValuesFirst);
}

// jax.nn.dot_product_attention(q, k, v): its softmax is under a vmap.
TEST(Raise, AttentionOfJaxNn) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%q: tensor<2x3x4x5xf32>, %k: tensor<2x6x4x5xf32>, %v: tensor<2x6x4x5xf32>)
    -> tensor<2x3x4x5xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lows = stablehlo.constant dense<0xFF800000> : tensor<2x4x3x1xf32>
  %scale = stablehlo.constant dense<0.447213590> : tensor<2x4x3x1x6xf32>
  %0 = stablehlo.reshape %q : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x1x5xf32>
  %1 = stablehlo.dot_general %0, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3]
      : (tensor<2x3x4x1x5xf32>, tensor<2x6x4x5xf32>) -> tensor<2x4x3x1x6xf32>
  %3 = stablehlo.multiply %1, %scale : tensor<2x4x3x1x6xf32>
  %4 = stablehlo.reduce(%3 init: %low) applies stablehlo.maximum across dimensions = [4]
      : (tensor<2x4x3x1x6xf32>, tensor<f32>) -> tensor<2x4x3x1xf32>
  %6 = stablehlo.maximum %lows, %4 : tensor<2x4x3x1xf32>
  %7 = stablehlo.transpose %6, dims = [3, 0, 1, 2] : (tensor<2x4x3x1xf32>) -> tensor<1x2x4x3xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3]
      : (tensor<1x2x4x3xf32>) -> tensor<1x2x4x3x1xf32>
  %9 = stablehlo.transpose %3, dims = [3, 0, 1, 2, 4]
      : (tensor<2x4x3x1x6xf32>) -> tensor<1x2x4x3x6xf32>
  %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3, 4]
      : (tensor<1x2x4x3x1xf32>) -> tensor<1x2x4x3x6xf32>
  %11 = stablehlo.subtract %9, %10 : tensor<1x2x4x3x6xf32>
  %12 = stablehlo.exponential %11 : tensor<1x2x4x3x6xf32>
  %13 = stablehlo.reduce(%12 init: %zero) applies stablehlo.add across dimensions = [4]
      : (tensor<1x2x4x3x6xf32>, tensor<f32>) -> tensor<1x2x4x3xf32>
  %15 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3]
      : (tensor<1x2x4x3xf32>) -> tensor<1x2x4x3x6xf32>
  %16 = stablehlo.divide %12, %15 : tensor<1x2x4x3x6xf32>
  %17 = stablehlo.dot_general %v, %16, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4]
      : (tensor<2x6x4x5xf32>, tensor<1x2x4x3x6xf32>) -> tensor<2x4x5x1x3xf32>
  %18 = stablehlo.transpose %17, dims = [0, 4, 1, 3, 2]
      : (tensor<2x4x5x1x3xf32>) -> tensor<2x3x4x1x5xf32>
  %19 = stablehlo.reshape %18 : (tensor<2x3x4x1x5xf32>) -> tensor<2x3x4x5xf32>
  return %19 : tensor<2x3x4x5xf32>
}
)",
                                             "test", op::catalogue());
  const ir::Module after = raised(ir::clone(module));
  EXPECT_EQ(counts_of(after).count("tutti.dot_product_attention"), 1);
  test::expect_same(module, after);
}

// Where keys have no heads of their own, and where softmax is over an axis of one element.
TEST(Raise, NoAttentionOfSharedKeysOrOtherAxes) {
  const auto count = [](const std::string& text) {
    return attention_counts(text).count("tutti.dot_product_attention");
  };
  EXPECT_EQ(count(attention_program(R"(
  %k1 = stablehlo.slice %k [0:2, 0:6, 0:1, 0:5] : (tensor<2x6x4x5xf32>) -> tensor<2x6x1x5xf32>
  %shared = stablehlo.reshape %k1 : (tensor<2x6x1x5xf32>) -> tensor<2x6x5xf32>
  %turned = stablehlo.dot_general %q, %shared, batching_dims = [0] x [0],
      contracting_dims = [3] x [2] : (tensor<2x3x4x5xf32>, tensor<2x6x5xf32>) -> tensor<2x3x4x6xf32>
  %s = stablehlo.transpose %turned, dims = [0, 2, 1, 3]
      : (tensor<2x3x4x6xf32>) -> tensor<2x4x3x6xf32>
)",
                                    kValuesFirst)),
            0);
  // One key, and a sum over the queries.
  EXPECT_EQ(count(R"(func.func @main(%q: tensor<2x3x4x5xf32>, %k: tensor<2x1x4x5xf32>,
    %v: tensor<2x3x4x7xf32>) -> tensor<2x4x1x7xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2],
      contracting_dims = [3] x [3]
      : (tensor<2x3x4x5xf32>, tensor<2x1x4x5xf32>) -> tensor<2x4x3x1xf32>
  %m0 = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [3]
      : (tensor<2x4x3x1xf32>, tensor<f32>) -> tensor<2x4x3xf32>
  %m1 = stablehlo.broadcast_in_dim %m0, dims = [0, 1, 2]
      : (tensor<2x4x3xf32>) -> tensor<2x4x3x1xf32>
  %d = stablehlo.subtract %s, %m1 : tensor<2x4x3x1xf32>
  %e = stablehlo.exponential %d : tensor<2x4x3x1xf32>
  %t0 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3]
      : (tensor<2x4x3x1xf32>, tensor<f32>) -> tensor<2x4x3xf32>
  %t1 = stablehlo.broadcast_in_dim %t0, dims = [0, 1, 2]
      : (tensor<2x4x3xf32>) -> tensor<2x4x3x1xf32>
  %p = stablehlo.divide %e, %t1 : tensor<2x4x3x1xf32>
  %y = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 2],
      contracting_dims = [2] x [1]
      : (tensor<2x4x3x1xf32>, tensor<2x3x4x7xf32>) -> tensor<2x4x1x7xf32>
  return %y : tensor<2x4x1x7xf32>
}
)"),
            0);
}

// A number that a conversion rounds is the rounded one.
TEST(Raise, ScalesAreReadAsTheyAreRounded) {
  const std::string scores = kProduct + R"(
  %whole = stablehlo.convert %root : (tensor<2x4x3x6xf32>) -> tensor<2x4x3x6xi32>
  %two = stablehlo.convert %whole : (tensor<2x4x3x6xi32>) -> tensor<2x4x3x6xf32>
  %s = stablehlo.multiply %product, %two : tensor<2x4x3x6xf32>
)";
  EXPECT_EQ(attention_counts(attention_program(scores, kValuesFirst))
                .count("tutti.dot_product_attention"),
            0);
}

}  // namespace
}  // namespace tutti::pass
