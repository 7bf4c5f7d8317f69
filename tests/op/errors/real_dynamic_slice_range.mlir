// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3xf32>) {
  %b = stablehlo.constant dense<0> : tensor<2xi64>
  %e = stablehlo.constant dense<[5, 3]> : tensor<2xi64>
  %s = stablehlo.constant dense<1> : tensor<2xi64>
  %r = stablehlo.real_dynamic_slice %x, %b, %e, %s : (tensor<4x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<4x3xf32>
  return
}
