// SPDX-License-Identifier: Apache-2.0
#include "pass/decompose.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

/// The operation of a function of one.
std::string decomposed(const std::string& operation, const std::string& operand) {
  const ir::Module module = ir::parse_module(
      "func.func @main(%x: " + operand + ") {\n  %r:2 = " + operation + "\n  return\n}\n",
      "text.mlir", op::catalogue());
  const ir::Module smaller =
      decompose(ir::clone(module), op::catalogue(),
                [](const ir::Operation& op) { return !op.name().starts_with("chlo."); });
  return std::string(smaller.get("main").body.operations[0]->name());
}

TEST(Decompose, LeavesWhatComputesOnQuantizedValues) {
  const auto top_k = [](const std::string& element) {
    const std::string operand = "tensor<4x" + element + ">";
    return decomposed(
        "chlo.top_k(%x, k = 2) : " + operand + " -> (tensor<2x" + element + ">, tensor<2xi32>)",
        operand);
  };
  EXPECT_EQ(top_k("f32"), "stablehlo.iota");
  EXPECT_EQ(top_k("!quant.uniform<i8:f32, 5.0e-01>"), "chlo.top_k");
}

}  // namespace
}  // namespace tutti::pass
