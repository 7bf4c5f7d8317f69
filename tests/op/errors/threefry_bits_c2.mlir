// SPDX-License-Identifier: Apache-2.0
func.func @main(%k: tensor<ui32>, %x: tensor<3xui32>, %y: tensor<2xui32>) -> tensor<3xui32> {
  %r = tutti.threefry_bits %k, %k, %x, %y : (tensor<ui32>, tensor<ui32>, tensor<3xui32>, tensor<2xui32>) -> tensor<3xui32>
  return %r : tensor<3xui32>
}
