// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x2xi1>, %b: tensor<f64>, %c: tensor<0xf64>) {
  %r = "tutti.squared_norm"(%a, %b, %c) : (tensor<2x2xi1>, tensor<f64>, tensor<0xf64>) -> tensor<f64>
  return
}
