// SPDX-License-Identifier: Apache-2.0
#include "pass/widen_halves.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

/// What a backend takes that has rules of float32 alone for fused ops.
bool supports(const ir::Operation& op) {
  return !op.name().starts_with("tutti.") || op.operand_type(0).element == ir::ElementType::f32;
}

TEST(WidenHalves, OfProductsAndFusedOpsAndOfNothingElse) {
  const ir::Module module = widen_halves(ir::parse_module(R"(
func.func public @main(%x: tensor<4x8xf16>, %w: tensor<8x8xf16>, %y: tensor<4x8xf32>)
    -> (tensor<4x8xf16>, tensor<4x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %1 = stablehlo.add %0, %x : tensor<4x8xf16>
  %2 = tutti.softmax %1 : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %3 = tutti.softmax %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2, %3 : tensor<4x8xf16>, tensor<4x8xf32>
}
)",
                                                          "test", op::catalogue()),
                                         op::catalogue(), supports);
  ir::verify(module);
  std::vector<std::string> names;
  for (const auto& op : module.get("main").body.operations)
    names.push_back(fmt::format("{} {}", op->name(),
                                op->result_count() ? ir::name_of(op->result_type().element) : ""));
  EXPECT_EQ(names,
            (std::vector<std::string>{
                "stablehlo.convert f32", "stablehlo.convert f32", "stablehlo.dot_general f32",
                "stablehlo.convert f16", "stablehlo.add f16", "stablehlo.optimization_barrier f16",
                "stablehlo.convert f32", "tutti.softmax f32", "stablehlo.convert f16",
                "tutti.softmax f32", "func.return "}));
}

}  // namespace
}  // namespace tutti::pass
