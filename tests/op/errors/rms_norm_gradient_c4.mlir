// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<3x4xf32>, %a2: tensor<4xf32>, %a3: tensor<4xf32>) {
  %r:2 = tutti.rms_norm_gradient %a0, %a1, %a2, %a3 : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return
}
