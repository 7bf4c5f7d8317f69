// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<i1>, %x: tensor<f32>) {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}
