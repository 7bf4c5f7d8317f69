// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xi32>) {
  %r = "chlo.broadcast_polygamma"(%a, %b) : (tensor<2x3xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  return
}
