// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<3x4xf32>, %a1: tensor<2xi32>) {
  %r = tutti.embedding_gradient %a0, %a1 : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<7x4xf32>
  return
}
