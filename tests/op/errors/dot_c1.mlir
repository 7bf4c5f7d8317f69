// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x2x2xf32>) {
  %r = stablehlo.dot %x, %x : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2xf32>
  return
}
