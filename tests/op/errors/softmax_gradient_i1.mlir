// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x4xi1>, %b: tensor<2x4xf64>) {
  %r = "tutti.softmax_gradient"(%a, %b) : (tensor<2x4xi1>, tensor<2x4xf64>) -> tensor<2x4xf64>
  return
}
