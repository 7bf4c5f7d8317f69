// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3x4xi1>, %b: tensor<3x4xf64>, %c: tensor<4xf64>, %d: tensor<3xf64>, %e: tensor<3xf64>) {
  %r:3 = "tutti.layer_norm_gradient"(%a, %b, %c, %d, %e) : (tensor<3x4xi1>, tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<4xf64>, tensor<4xf64>)
  return
}
