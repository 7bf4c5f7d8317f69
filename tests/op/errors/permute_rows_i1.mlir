// SPDX-License-Identifier: Apache-2.0
func.func @f(%x: tensor<3x2xi32>, %order: tensor<3xi32>) {
  %y = tutti.permute_rows %x, %order, %order : (tensor<3x2xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3x2xi32>
  return
}
