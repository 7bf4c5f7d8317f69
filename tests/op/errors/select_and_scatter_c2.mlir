// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x5xf32>, %s: tensor<3x5xf32>, %c: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<3x5xf32>, tensor<f32>) -> tensor<4x5xf32>
  return
}
