// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = chlo.broadcast_compare %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}
