// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<1x1xf32>, %s: tensor<2xi32>) {
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 1] : (tensor<1x1xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
