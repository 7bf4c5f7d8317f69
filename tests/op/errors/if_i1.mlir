// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<2xi1>, %x: tensor<f32>) {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<2xi1>) -> tensor<f32>
  return
}
