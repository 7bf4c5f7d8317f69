// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3x4xf64>, %b: tensor<3x4xi1>, %c: tensor<4xf64>) {
  %r:2 = "tutti.bias_gelu_gradient"(%a, %b, %c) <{approximate = "none"}> : (tensor<3x4xf64>, tensor<3x4xi1>, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>)
  return
}
