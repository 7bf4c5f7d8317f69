// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<f32>, %p: tensor<i1>) {
  %r = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f64>
  return
}
