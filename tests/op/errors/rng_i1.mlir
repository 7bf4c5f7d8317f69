// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<1xf32>, %b: tensor<1xf32>, %s: tensor<2xi64>) {
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<1xf32>, tensor<1xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return
}
