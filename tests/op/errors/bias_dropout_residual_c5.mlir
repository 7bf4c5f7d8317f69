// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3x6xf64>, %b: tensor<6xf64>, %c: tensor<2x3x6xf64>, %d: tensor<2xi1>, %e: tensor<2x3xi32>, %f: tensor<2x3xi32>) {
  %r = "tutti.bias_dropout_residual"(%a, %b, %c, %d, %e, %f) <{rate = 3.000000e-01 : f64, site = 17 : i64}> : (tensor<2x3x6xf64>, tensor<6xf64>, tensor<2x3x6xf64>, tensor<2xi1>, tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3x6xf64>
  return
}
