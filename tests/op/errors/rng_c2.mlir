// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<i32>, %b: tensor<i32>, %s: tensor<2xi64>) {
  %r = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  return
}
