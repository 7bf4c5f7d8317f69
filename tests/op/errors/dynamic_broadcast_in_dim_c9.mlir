// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<3xf32>, %s: tensor<2xi32>) {
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] {known_expanding_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return
}
