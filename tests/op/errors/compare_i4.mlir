// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = stablehlo.compare LT, %x, %x, SINGED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
