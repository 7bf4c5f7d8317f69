// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3x4xi1>, %b: tensor<4xf64>) {
  %r = "tutti.bias_gelu"(%a, %b) <{approximate = "none"}> : (tensor<3x4xi1>, tensor<4xf64>) -> tensor<3x4xf64>
  return
}
