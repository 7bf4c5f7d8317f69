// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3xf64>) {
  %r = "chlo.broadcast_next_after"(%a, %b) : (tensor<2x3xf32>, tensor<3xf64>) -> tensor<2x3xf64>
  return
}
