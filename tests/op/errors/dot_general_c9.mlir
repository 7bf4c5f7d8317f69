// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  %z = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return
}
