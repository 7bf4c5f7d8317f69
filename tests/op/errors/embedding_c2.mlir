// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<0x4xf32>, %a1: tensor<3xi32>) {
  %r = tutti.embedding %a0, %a1 : (tensor<0x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
  return
}
