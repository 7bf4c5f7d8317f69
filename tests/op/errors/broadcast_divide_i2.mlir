// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xi1>) {
  %r = "chlo.broadcast_divide"(%a, %b) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xf32>
  return
}
