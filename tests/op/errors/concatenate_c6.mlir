// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}
