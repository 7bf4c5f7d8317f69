// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x5xf32>) {
  %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x5xf32>, tensor<2x5xf32>) -> tensor<5x5xf32>
  return
}
