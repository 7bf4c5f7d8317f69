// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<4xi1>, %b: tensor<4xf64>, %c: tensor<4xf64>, %d: tensor<4xf64>, %e: tensor<f64>, %f: tensor<f64>, %g: tensor<f64>, %h: tensor<f64>, %i: tensor<i1>) {
  %r:3 = "tutti.adamw"(%a, %b, %c, %d, %e, %f, %g, %h, %i) <{beta1 = 9.000000e-01 : f64, beta2 = 9.990000e-01 : f64, epsilon = 1.000000e-08 : f64, weight_decay = 1.000000e-01 : f64}> : (tensor<4xi1>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<i1>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>)
  return
}
