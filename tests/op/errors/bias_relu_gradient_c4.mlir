// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4xbf16>, %a1: tensor<2x4xf32>, %a2: tensor<4xf32>) {
  %r:2 = tutti.bias_relu_gradient %a0, %a1, %a2 : (tensor<2x4xbf16>, tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>)
  return
}
