// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4xbf16>, %a1: tensor<4xbf16>, %a2: tensor<4xf32>) {
  %r:3 = tutti.layer_norm %a0, %a1, %a2 {epsilon = 1.0e-05 : f64} : (tensor<2x4xbf16>, tensor<4xbf16>, tensor<4xf32>) -> (tensor<2x4xbf16>, tensor<2xf32>, tensor<2xf32>)
  return
}
