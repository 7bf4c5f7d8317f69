// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<5xf64>, %b: tensor<2x5xf64>, %c: tensor<2x5xi32>, %d: tensor<5xi1>, %e: tensor<5xf64>) {
  %r = "tutti.cross_entropy_gradient"(%a, %b, %c, %d, %e) : (tensor<5xf64>, tensor<2x5xf64>, tensor<2x5xi32>, tensor<5xi1>, tensor<5xf64>) -> tensor<2x5xf64>
  return
}
