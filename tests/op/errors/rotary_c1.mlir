// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<3x2x4xf32>, %a1: tensor<1x3x2xf32>, %a2: tensor<1x3x2xf32>) {
  %r = tutti.rotary %a0, %a1, %a2 : (tensor<3x2x4xf32>, tensor<1x3x2xf32>, tensor<1x3x2xf32>) -> tensor<3x2x4xf32>
  return
}
