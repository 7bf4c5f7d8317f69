// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3x4xf32>) {
  %y = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
