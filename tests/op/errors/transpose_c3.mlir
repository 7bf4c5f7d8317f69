// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>) {
  %y = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
