// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<6xi1>, %b: tensor<6xf32>) {
  %r = "chlo.zeta"(%a, %b) : (tensor<6xi1>, tensor<6xf32>) -> tensor<6xf32>
  return
}
