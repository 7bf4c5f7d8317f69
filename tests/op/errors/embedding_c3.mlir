// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<7x4xf32>, %a1: tensor<3xi64>) {
  %r = tutti.embedding %a0, %a1 : (tensor<7x4xf32>, tensor<3xi64>) -> tensor<3x4xf32>
  return
}
