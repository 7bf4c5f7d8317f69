// SPDX-License-Identifier: Apache-2.0
func.func @main(%p: tensor<3xi32>, %x: tensor<3xf32>, %y: tensor<3xf32>) {
  %r = chlo.broadcast_select %p, %x, %y : (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}
