// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>) {
  %r = tutti.bias_gelu %a0, %a1 {approximate = "erf"} : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}
