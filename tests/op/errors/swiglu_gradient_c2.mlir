// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) {
  %r:2 = tutti.swiglu_gradient %a0, %a1, %a2 {activation = "tanh"} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}
