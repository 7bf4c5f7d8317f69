// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_invariants.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "pass/dead_code.h"

namespace tutti::pass {
namespace {

std::string hoisted(const std::string& text) {
  ir::Module module = hoist_loop_invariants(ir::parse_module(text, "test", op::catalogue()));
  ir::verify(module);
  return ir::print(eliminate_dead_code(std::move(module)));
}

std::string read(const std::string& text) {
  return ir::print(ir::parse_module(text, "test", op::catalogue()));
}

TEST(LoopInvariants, AreReadWhereTheyWereMade) {
  EXPECT_EQ(hoisted(R"(
func.func @main(%w: tensor<4xf32>, %n: tensor<i32>, %x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:4 = stablehlo.while(%a = %w, %i = %zero, %m = %n, %b = %x)
      : tensor<4xf32>, tensor<i32>, tensor<i32>, tensor<4xf32>
   cond {
    %p = stablehlo.compare LT, %i, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %e = stablehlo.exponential %a : tensor<4xf32>
    %y = stablehlo.multiply %b, %e : tensor<4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %a, %j, %m, %y : tensor<4xf32>, tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %r#0, %r#3 : tensor<4xf32>, tensor<4xf32>
})"),
            read(R"(
func.func @main(%w: tensor<4xf32>, %n: tensor<i32>, %x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %e = stablehlo.exponential %w : tensor<4xf32>
  %r:2 = stablehlo.while(%i = %zero, %b = %x) : tensor<i32>, tensor<4xf32>
   cond {
    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.multiply %b, %e : tensor<4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>
  }
  return %w, %r#1 : tensor<4xf32>, tensor<4xf32>
})"));
}

// Nothing leaves a branch, which may not be taken, and no barrier; what is larger than what it is
// made of is made where it is needed; random numbers are others in each round.
TEST(LoopInvariants, LeaveWhereThatIsNoLoss) {
  const std::string text = R"(
func.func @main(%w: tensor<4xf32>, %q: tensor<i1>, %x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %limit = stablehlo.constant dense<9.0> : tensor<f32>
  %r = stablehlo.while(%b = %x) : tensor<3x4xf32>
   cond {
    %sum = stablehlo.reduce(%b init: %low) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<3x4xf32>, tensor<f32>) -> tensor<f32>
    %p = stablehlo.compare LT, %sum, %limit, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %wide = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
    %still = stablehlo.optimization_barrier %w : tensor<4xf32>
    %branch = "stablehlo.if"(%q) ({
      %e = stablehlo.exponential %w : tensor<4xf32>
      stablehlo.return %e : tensor<4xf32>
    }, {
      stablehlo.return %still : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %again = stablehlo.broadcast_in_dim %branch, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
    %random = stablehlo.rng %low, %high, %shape, distribution = UNIFORM
        : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x4xf32>
    %1 = stablehlo.add %wide, %again : tensor<3x4xf32>
    %2 = stablehlo.add %1, %random : tensor<3x4xf32>
    %3 = stablehlo.add %2, %b : tensor<3x4xf32>
    stablehlo.return %3 : tensor<3x4xf32>
  }
  return %r : tensor<3x4xf32>
})";
  EXPECT_EQ(hoisted(text), read(text));
}

// Two loops, one in the other: what neither changes goes in front of both.
TEST(LoopInvariants, LeaveEveryLoop) {
  const std::string before = hoisted(R"(
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %r:2 = stablehlo.while(%a = %w, %b = %x) : tensor<4xf32>, tensor<4xf32>
   cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%c = %a, %d = %b) : tensor<4xf32>, tensor<4xf32>
     cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %e = stablehlo.exponential %c : tensor<4xf32>
      %t = stablehlo.tanh %b : tensor<4xf32>
      %y = stablehlo.multiply %d, %e : tensor<4xf32>
      %z = stablehlo.multiply %y, %t : tensor<4xf32>
      stablehlo.return %c, %z : tensor<4xf32>, tensor<4xf32>
    }
    stablehlo.return %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
})");
  // The inner loop's result says that it is the weights only once that has been taken out of it.
  const std::string inner = R"(
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %e = stablehlo.exponential %w : tensor<4xf32>
  %r = stablehlo.while(%b = %x) : tensor<4xf32>
   cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.tanh %b : tensor<4xf32>
    %s = stablehlo.while(%d = %b) : tensor<4xf32>
     cond {
      stablehlo.return %p : tensor<i1>
    } do {
      %y = stablehlo.multiply %d, %e : tensor<4xf32>
      %z = stablehlo.multiply %y, %t : tensor<4xf32>
      stablehlo.return %z : tensor<4xf32>
    }
    stablehlo.return %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
})";
  EXPECT_EQ(before, read(inner));
}

}  // namespace
}  // namespace tutti::pass
