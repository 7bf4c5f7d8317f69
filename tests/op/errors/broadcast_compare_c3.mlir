// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<1x2xf32>, %b: tensor<4xf32>) {
  %r = "chlo.broadcast_compare"(%a, %b) <{comparison_direction = #chlo<comparison_direction LT>}> : (tensor<1x2xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}
