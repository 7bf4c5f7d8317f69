// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x1xf32>, %y: tensor<2x2xf32>) {
  %z = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x1xf32>, tensor<2x2xf32>) -> tensor<4x1xf32>
  return
}
