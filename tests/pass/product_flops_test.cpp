// SPDX-License-Identifier: Apache-2.0
#include "pass/product_flops.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

double flops_of(const std::string& text) {
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  double sum = 0;
  for (const auto& op : module.get("main").body.operations)
    sum += product_flops(*op, op::catalogue());
  return sum;
}

TEST(ProductFlops, CountTheTermsOfEachSum) {
  EXPECT_EQ(flops_of(R"(func.func @main(%x: tensor<3x5x7xf32>, %y: tensor<3x7x11xf32>)
    -> tensor<3x5x11xf32> {
  %p = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<3x5x7xf32>, tensor<3x7x11xf32>) -> tensor<3x5x11xf32>
  %s = stablehlo.add %p, %p : tensor<3x5x11xf32>
  return %s : tensor<3x5x11xf32>
})"),
            2.0 * 3 * 5 * 7 * 11);
}

TEST(ProductFlops, OfGroupsEachRowIsMultipliedOnce) {
  EXPECT_EQ(flops_of(R"(func.func @main(%x: tensor<6x5xf32>, %w: tensor<4x5x7xf32>,
                %sizes: tensor<4xi32>) -> tensor<6x7xf32> {
  %p = "chlo.ragged_dot"(%x, %w, %sizes) {ragged_dot_dimension_numbers = #chlo.ragged_dot<
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],
      lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}
      : (tensor<6x5xf32>, tensor<4x5x7xf32>, tensor<4xi32>) -> tensor<6x7xf32>
  return %p : tensor<6x7xf32>
})"),
            2.0 * 6 * 5 * 7);
}

// 2^26 logits exist at once: the tokens go through a loop, twice round.
TEST(ProductFlops, FusedOpsAreTakenApartAndLoopsCountTheirRounds) {
  EXPECT_EQ(flops_of(R"(func.func @main(%h: tensor<4096x8xf32>, %w: tensor<32768x8xf32>,
                %t: tensor<4096xi32>, %c: tensor<4096xf32>) -> tensor<f32> {
  %l:5 = tutti.linear_cross_entropy %h, %w, %t, %c
      : (tensor<4096x8xf32>, tensor<32768x8xf32>, tensor<4096xi32>, tensor<4096xf32>)
      -> (tensor<4096xf32>, tensor<4096xf32>, tensor<f32>, tensor<4096x8xf32>, tensor<32768x8xf32>)
  return %l#2 : tensor<f32>
})"),
            3 * 2.0 * 4096 * 8 * 32768);
}

}  // namespace
}  // namespace tutti::pass
