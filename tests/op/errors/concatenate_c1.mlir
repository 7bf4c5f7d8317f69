// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xf64>) -> tensor<4xf32>
  return
}
