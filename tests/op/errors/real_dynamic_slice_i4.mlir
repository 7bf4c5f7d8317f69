// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x4xi64>, %b: tensor<2xi64>, %c: tensor<2xi64>, %d: tensor<2xi1>) {
  %r = "stablehlo.real_dynamic_slice"(%a, %b, %c, %d) : (tensor<2x4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi1>) -> tensor<2x2xi64>
  return
}
