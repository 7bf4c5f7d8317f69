// SPDX-License-Identifier: Apache-2.0
#include "pass/plain_signature.h"

#include <gtest/gtest.h>

#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"

namespace tutti::pass {
namespace {

TEST(PlainSignature, TuplesBecomeTheirElementsAndTokensAreMadeInside) {
  const ir::Module module = ir::parse_module(R"(
func.func @main(%x: tensor<f32> {tf.aliasing_output = 1 : i32, tutti.name = "x"},
                %p: tuple<tensor<i32>, !stablehlo.token>)
    -> (tuple<tensor<i32>, !stablehlo.token>, tensor<f32>) {
  return %p, %x : tuple<tensor<i32>, !stablehlo.token>, tensor<f32>
}
)",
                                             "tuples.mlir", op::catalogue());
  EXPECT_FALSE(has_plain_signature(module.get("main")));
  const ir::Module plain = with_plain_signature(module, "main", op::catalogue());
  ir::verify(plain);
  EXPECT_TRUE(has_plain_signature(plain.get("main")));
  EXPECT_EQ(ir::print(plain), R"(module {
  func.func public @main(%arg0: tensor<f32> {tutti.name = "x"}, %arg1: tensor<i32>))"
                              R"( -> (tensor<i32>, tensor<f32>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.tuple %arg1, %0 : tuple<tensor<i32>, !stablehlo.token>
    %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<i32>, !stablehlo.token>) -> tensor<i32>
    %3 = stablehlo.get_tuple_element %1[1] : )"
                              R"((tuple<tensor<i32>, !stablehlo.token>) -> !stablehlo.token
    return %2, %arg0 : tensor<i32>, tensor<f32>
  }
}
)");
}

}  // namespace
}  // namespace tutti::pass
