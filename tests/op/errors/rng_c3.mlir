// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<1xi64>) {
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2x2xf32>
  return
}
