// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<2xi64>) {
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}
