// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x2xf64>, %b: tensor<f64>, %c: tensor<0xi1>) {
  %r = "tutti.squared_norm"(%a, %b, %c) : (tensor<2x2xf64>, tensor<f64>, tensor<0xi1>) -> tensor<f64>
  return
}
