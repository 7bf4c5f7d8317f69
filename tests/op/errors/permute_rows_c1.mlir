// SPDX-License-Identifier: Apache-2.0
func.func @f(%x: tensor<3xf32>, %order: tensor<3xi32>) {
  %y = tutti.permute_rows %x, %order, %order : (tensor<3xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xf32>
  return
}
