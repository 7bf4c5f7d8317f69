// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4xf64>) {
  %r = tutti.squared_norm %a0, %a1 : (tensor<4xf32>, tensor<4xf64>) -> tensor<f32>
  return
}
