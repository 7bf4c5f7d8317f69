// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4xf32>, %a1: tensor<2x5xf32>, %a2: tensor<4xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) {
  %r:3 = tutti.layer_norm_gradient %a0, %a1, %a2, %a3, %a4 : (tensor<2x4xf32>, tensor<2x5xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>)
  return
}
