// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<f32>, %a1: tensor<4xf32>) {
  %r = tutti.bias_gelu %a0, %a1 {approximate = "none"} : (tensor<f32>, tensor<4xf32>) -> tensor<f32>
  return
}
