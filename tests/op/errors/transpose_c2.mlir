// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3xf32>) {
  %y = stablehlo.transpose %x, dims = [0, 0] : (tensor<4x3xf32>) -> tensor<4x4xf32>
  return
}
