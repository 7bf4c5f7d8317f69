// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<2xi1>, %x: tensor<3xf32>, %y: tensor<3xf32>) {
  %r = chlo.broadcast_select %p, %x, %y : (tensor<2xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
