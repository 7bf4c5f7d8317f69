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

}  // namespace
}  // namespace tutti::pass
