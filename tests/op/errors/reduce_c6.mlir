// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>, %c: tensor<f32>) {
  %r = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xi32>
  return
}
