// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<1x4xi1>, %b: tensor<1x4xi32>, %c: tensor<2xi32>) {
  %r:2 = "tutti.cross_entropy"(%a, %b, %c) : (tensor<1x4xi1>, tensor<1x4xi32>, tensor<2xi32>) -> (tensor<2xf64>, tensor<2xf64>)
  return
}
