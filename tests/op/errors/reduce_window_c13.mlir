// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>, %c: tensor<f32>) {
  %r = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
