// SPDX-License-Identifier: Apache-2.0
func.func @f(%x: tensor<3x2xf32>, %order: tensor<2xi32>) {
  %y = tutti.permute_rows %x, %order, %order : (tensor<3x2xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3x2xf32>
  return
}
