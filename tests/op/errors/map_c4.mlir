// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x4xf32>) {
  %r = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
