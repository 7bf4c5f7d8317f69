// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x2xf64>, %b: tensor<i1>, %c: tensor<0xf64>) {
  %r = "tutti.squared_norm"(%a, %b, %c) : (tensor<2x2xf64>, tensor<i1>, tensor<0xf64>) -> tensor<f64>
  return
}
