// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<2x5xi1>, %x: tensor<3x5xf32>, %y: tensor<3x5xf32>) {
  %r = chlo.broadcast_select %p, %x, %y : (tensor<2x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  return
}
