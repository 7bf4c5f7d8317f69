// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x5xf32>, %a1: tensor<3x5xf32>) {
  %r = tutti.softmax_gradient %a0, %a1 : (tensor<2x5xf32>, tensor<3x5xf32>) -> tensor<2x5xf32>
  return
}
