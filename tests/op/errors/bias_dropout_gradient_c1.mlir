// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3x6x2xf32>, %b: tensor<2xui32>, %c: tensor<2x3xi32>, %d: tensor<2x3xi32>) {
  %r:2 = "tutti.bias_dropout_gradient"(%a, %b, %c, %d) <{rate = 3.000000e-01 : f64, site = 17 : i64}> : (tensor<2x3x6x2xf32>, tensor<2xui32>, tensor<2x3xi32>, tensor<2x3xi32>) -> (tensor<2x3x6xf64>, tensor<6xf64>)
  return
}
