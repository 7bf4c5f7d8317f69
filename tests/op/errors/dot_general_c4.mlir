// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) {
  %c = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}
