// SPDX-License-Identifier: Apache-2.0
func.func @main(%v0: tensor<4x5xf32>, %v1: tensor<4x5xf32>, %v2: tensor<f32>, %v3: tensor<f32>) {
  %r:2 = "stablehlo.reduce_window"(%v0, %v1, %v2, %v3) <{window_dimensions = array<i64: 2, 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %b0: tensor<f32>, %b1: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x5xf32>, tensor<4x5xf32>)
  return
}
