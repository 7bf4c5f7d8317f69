// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) {
  %r = tutti.swiglu %a0, %a1 {activation = "tanh"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
