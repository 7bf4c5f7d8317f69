// SPDX-License-Identifier: Apache-2.0
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf64>) {
  %r = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<3xf64>) -> tensor<3xi1>
  return
}
