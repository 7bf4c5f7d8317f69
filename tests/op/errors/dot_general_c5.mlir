// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %z = stablehlo.dot_general %x, %y, contracting_dims = [2] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
