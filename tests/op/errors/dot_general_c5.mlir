// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) {
  %z = stablehlo.dot_general %x, %y, batching_dims = [2] x [0], contracting_dims = [1] x [1] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return
}
