// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<2x3x2xf64>, %b: tensor<2x2xf64>) {
  %r = "chlo.broadcast_atan2"(%a, %b) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2x3x2xf64>, tensor<2x2xf64>) -> tensor<2x3xf64>
  return
}
