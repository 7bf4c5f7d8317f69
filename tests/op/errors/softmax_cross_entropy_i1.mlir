// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3xi1>, %b: tensor<i32>) {
  %r:2 = "tutti.softmax_cross_entropy"(%a, %b) : (tensor<3xi1>, tensor<i32>) -> (tensor<f64>, tensor<f64>)
  return
}
