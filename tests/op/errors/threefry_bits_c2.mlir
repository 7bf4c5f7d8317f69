// SPDX-License-Identifier: Apache-2.0
func.func @main(%k: tensor<ui32>, %x: tensor<3x5xui32>, %y: tensor<2x5xui32>) -> tensor<3x5xui32> {
  %r = tutti.threefry_bits %k, %k, %x, %y : (tensor<ui32>, tensor<ui32>, tensor<3x5xui32>, tensor<2x5xui32>) -> tensor<3x5xui32>
  return %r : tensor<3x5xui32>
}
