// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [2] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
