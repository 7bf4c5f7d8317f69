// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xi32>, %b: tensor<3xf32>) {
  %r = "chlo.broadcast_shift_left"(%a, %b) : (tensor<2x3xi32>, tensor<3xf32>) -> tensor<2x3xi32>
  return
}
