// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<5x3xf32>, %a1: tensor<4x3xf32>, %a2: tensor<5xi32>, %a3: tensor<5xf64>) {
  %r:3 = tutti.linear_cross_entropy %a0, %a1, %a2, %a3 : (tensor<5x3xf32>, tensor<4x3xf32>, tensor<5xi32>, tensor<5xf64>) -> (tensor<5xf32>, tensor<5xf32>, tensor<f32>)
  return
}
