// SPDX-License-Identifier: Apache-2.0
func.func @main(%v0: tensor<4x3xf32>, %v1: tensor<f32>) {
  %r = "stablehlo.reduce"(%v0, %v1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
