// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf64>) {
  %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return
}
