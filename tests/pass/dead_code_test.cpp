// SPDX-License-Identifier: Apache-2.0
#include "pass/dead_code.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

std::string swept(const std::string& text) {
  return ir::print(eliminate_dead_code(ir::parse_module(text, "test", op::catalogue())));
}

TEST(DeadCode, LeavesNothingThatNobodyReads) {
  const std::string text = R"(module {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<i1>) -> (tensor<2xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    %1 = "stablehlo.if"(%arg1) ({
      %2 = stablehlo.multiply %0, %0 : tensor<2xf32>
      stablehlo.return %2 : tensor<2xf32>
    }, {
      stablehlo.return %arg0 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
)";
  const std::string more = R"(module {
  func.func public @main(%arg0: tensor<2xf32>, %arg1: tensor<i1>) -> (tensor<2xf32>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    %a = stablehlo.negate %0 : tensor<2xf32>
    %b = stablehlo.tanh %a : tensor<2xf32>
    %1 = "stablehlo.if"(%arg1) ({
      %c = stablehlo.tanh %a : tensor<2xf32>
      %2 = stablehlo.multiply %0, %0 : tensor<2xf32>
      %d = stablehlo.add %c, %2 : tensor<2xf32>
      stablehlo.return %2 : tensor<2xf32>
    }, {
      stablehlo.return %arg0 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
)";
  EXPECT_EQ(swept(text), swept(more));
  EXPECT_EQ(swept(text), ir::print(ir::parse_module(text, "test", op::catalogue())));
}

TEST(DeadCode, DropsResultsThatAreOptional) {
  const auto text = [](std::string_view results, std::string_view types, std::string_view read) {
    return fmt::format(R"(
func.func public @main(%h: tensor<5x3xf32>, %w: tensor<4x3xf32>, %t: tensor<5xi32>,
                       %c: tensor<5xf32>) -> (tensor<f32>{}) {{
  %r:{} = tutti.linear_cross_entropy %h, %w, %t, %c
      : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<5xf32>)
      -> (tensor<5xf32>, tensor<5xf32>, tensor<f32>{})
  return %r#2{} : tensor<f32>{}
}}
)",
                       read.empty() ? "" : ", tensor<5x3xf32>", results, types, read,
                       read.empty() ? "" : ", tensor<5x3xf32>");
  };
  const std::string hidden = ", tensor<5x3xf32>", both = hidden + ", tensor<4x3xf32>";
  EXPECT_EQ(swept(text("5", both, "")), swept(text("3", "", "")));
  EXPECT_EQ(swept(text("5", both, ", %r#3")), swept(text("4", hidden, ", %r#3")));
  // Those that it must have stay, however often what nobody reads is dropped.
  const std::string first = R"(
func.func public @main(%h: tensor<5x3xf32>, %w: tensor<4x3xf32>, %t: tensor<5xi32>,
                       %c: tensor<5xf32>) -> tensor<5xf32> {
  %r:3 = tutti.linear_cross_entropy %h, %w, %t, %c
      : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<5xf32>)
      -> (tensor<5xf32>, tensor<5xf32>, tensor<f32>)
  return %r#0 : tensor<5xf32>
}
)";
  EXPECT_EQ(swept(swept(first)), swept(first));
  EXPECT_NE(swept(first).find(":3 = tutti."), std::string::npos) << swept(first);
  EXPECT_NE(swept(text("4", hidden, ", %r#3")).find("%0:4 ="), std::string::npos);
}

}  // namespace
}  // namespace tutti::pass
