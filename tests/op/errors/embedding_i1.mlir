// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<4x2xi1>, %b: tensor<2x3xi32>) {
  %r = "tutti.embedding"(%a, %b) : (tensor<4x2xi1>, tensor<2x3xi32>) -> tensor<2x3x2xf64>
  return
}
