// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xi1>, %b: tensor<3xi1>) {
  %r = "chlo.broadcast_subtract"(%a, %b) : (tensor<2x3xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return
}
