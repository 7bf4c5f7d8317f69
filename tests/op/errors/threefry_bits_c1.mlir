// SPDX-License-Identifier: Apache-2.0
func.func @main(%k: tensor<2xui32>, %l: tensor<ui32>, %x: tensor<3xui32>) -> tensor<3xui32> {
  %r = tutti.threefry_bits %k, %l, %x, %x : (tensor<2xui32>, tensor<ui32>, tensor<3xui32>, tensor<3xui32>) -> tensor<3xui32>
  return %r : tensor<3xui32>
}
