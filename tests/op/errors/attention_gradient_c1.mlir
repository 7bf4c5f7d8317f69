// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x5x6xf64>, %b: tensor<2x5x6x2xf32>, %c: tensor<2x5x6xf64>, %d: tensor<2x5x6xf64>, %e: tensor<2x2x5xf64>, %f: tensor<2x5xi32>) {
  %r:3 = "tutti.attention_gradient"(%a, %b, %c, %d, %e, %f) <{heads = 2 : i64, max_segment = 3 : i64, rate = 0.000000e+00 : f64, scale = 5.000000e-01 : f64, site = 3 : i64}> : (tensor<2x5x6xf64>, tensor<2x5x6x2xf32>, tensor<2x5x6xf64>, tensor<2x5x6xf64>, tensor<2x2x5xf64>, tensor<2x5xi32>) -> (tensor<2x5x6xf64>, tensor<2x5x6xf64>, tensor<2x5x6xf64>)
  return
}
