// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3xf32>, %v: tensor<f32>) {
  %e = stablehlo.constant dense<0> : tensor<2xi64>
  %i = stablehlo.constant dense<[0, -1]> : tensor<2xi64>
  %r = stablehlo.dynamic_pad %x, %v, %e, %e, %i : (tensor<4x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}
