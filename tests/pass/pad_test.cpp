// SPDX-License-Identifier: Apache-2.0
#include "pass/pad.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "support/errors.h"

namespace tutti::pass {
namespace {

TEST(Pad, SizesThatWouldGrowByMoreThanAQuarterStay) {
  EXPECT_EQ(padded_size(131, 8), 136);
  EXPECT_EQ(padded_size(33278, 64), 33280);
  EXPECT_EQ(padded_size(30522, 64), 30528);
  EXPECT_EQ(padded_size(64, 64), 64);
  EXPECT_EQ(padded_size(1, 8), 1);
  EXPECT_EQ(padded_size(4, 64), 4);
  EXPECT_EQ(padded_size(7, 8), 7 + 1);
  EXPECT_EQ(padded_size(6, 8), 6);
}

TEST(Pad, ProductsReadAPaddedParameterAsItIs) {
  ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<4x8xf32>, %w: tensor<131x8xf32> {tutti.role = "parameter"})
    -> (tensor<4x131xf32>, tensor<131x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1]
      : (tensor<4x8xf32>, tensor<131x8xf32>) -> tensor<4x131xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [0] x [0]
      : (tensor<4x131xf32>, tensor<4x8xf32>) -> tensor<131x8xf32>
  return %0, %1 : tensor<4x131xf32>, tensor<131x8xf32>
})",
                                       "test", op::catalogue());
  module = pad_parameters(std::move(module), 8, /*results=*/true, op::catalogue());
  ir::verify(module);
  test::expect_contains(ir::print(module), "%arg1: tensor<136x8xf32>");
  const std::string text = ir::print(pad_products(std::move(module), 8, op::catalogue()));
  ir::verify(ir::parse_module(text, "printed", op::catalogue()));
  // The second product's left operand was cut out of the first, and its result is padded already.
  test::expect_contains(text, "(tensor<4x8xf32>, tensor<136x8xf32>) -> tensor<4x136xf32>");
  test::expect_contains(text, "(tensor<4x136xf32>, tensor<4x8xf32>) -> tensor<136x8xf32>");
  EXPECT_EQ(text.find("stablehlo.pad %arg"), std::string::npos) << text;
}

}  // namespace
}  // namespace tutti::pass
