// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<8xf32>, %a1: tensor<8xi32>, %a2: tensor<3xi32>) {
  %r:2 = tutti.cross_entropy %a0, %a1, %a2 : (tensor<8xf32>, tensor<8xi32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}
