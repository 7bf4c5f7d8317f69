// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<7xf32>, %a1: tensor<3xi32>) {
  %r = tutti.embedding %a0, %a1 : (tensor<7xf32>, tensor<3xi32>) -> tensor<3xf32>
  return
}
