// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3x4xf64>, %b: tensor<3x4xf64>, %c: tensor<4xi1>) {
  %r:2 = "tutti.bias_relu_gradient"(%a, %b, %c) : (tensor<3x4xf64>, tensor<3x4xf64>, tensor<4xi1>) -> (tensor<3x4xf64>, tensor<4xf64>)
  return
}
