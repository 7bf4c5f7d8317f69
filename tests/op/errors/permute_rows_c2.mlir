// SPDX-License-Identifier: Apache-2.0
func.func @f(%x: tensor<3x2xf32>, %order: tensor<3xi64>) {
  %y = tutti.permute_rows %x, %order, %order : (tensor<3x2xf32>, tensor<3xi64>, tensor<3xi64>) -> tensor<3x2xf32>
  return
}
