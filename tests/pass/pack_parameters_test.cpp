// SPDX-License-Identifier: Apache-2.0
#include "pass/pack_parameters.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "support/errors.h"
#include "support/text.h"

namespace tutti::pass {
namespace {

TEST(PackParameters, EachReaderDecodesForItself) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<4x32xbf16>, %ids: tensor<3xi32>,
                %w: tensor<8x32xf32> {tutti.name = "w", tutti.role = "parameter"},
                %v: tensor<8x32xf32> {tutti.name = "v", tutti.role = "parameter"})
    -> (tensor<4x8xbf16>, tensor<3x32xbf16>, tensor<8x32xf32>, tensor<8x32xf32>) {
  %0 = stablehlo.convert %w : (tensor<8x32xf32>) -> tensor<8x32xbf16>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [1]
      : (tensor<4x32xbf16>, tensor<8x32xbf16>) -> tensor<4x8xbf16>
  %2 = tutti.embedding %w, %ids : (tensor<8x32xf32>, tensor<3xi32>) -> tensor<3x32xbf16>
  %3 = stablehlo.add %w, %w : tensor<8x32xf32>
  return %1, %2, %3, %v : tensor<4x8xbf16>, tensor<3x32xbf16>, tensor<8x32xf32>, tensor<8x32xf32>
})",
                                             "test", op::catalogue());
  const ir::Module packed =
      pack_parameters(module, {{"w", blocks::BlockType::q5_0}}, op::catalogue());
  ir::verify(packed);
  const std::string text = ir::print(packed);
  ir::verify(ir::parse_module(text, "printed", op::catalogue()));
  test::expect_contains(text, "%arg2: tensor<8x22xui8>");
  test::expect_contains(text, "%arg3: tensor<8x32xf32>");
  // To bf16 at once, and of the table only three rows.
  test::expect_contains(text, "(tensor<8x22xui8>) -> tensor<8x32xbf16>");
  test::expect_contains(text, "(tensor<3x22xui8>) -> tensor<3x32xbf16>");
  test::expect_contains(text, "(tensor<8x22xui8>) -> tensor<8x32xf32>");
  EXPECT_EQ(test::count_of(text, "tutti.dequantize"), 3u);
  EXPECT_EQ(test::count_of(text, "stablehlo.convert"), 0u);
}

}  // namespace
}  // namespace tutti::pass
