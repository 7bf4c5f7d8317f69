// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x3x4x5xf32>, %a1: tensor<2x3x6x5xf32>, %a2: tensor<2x3x6x5xf32>, %a3: tensor<2xi32>) {
  %r = tutti.cached_attention %a0, %a1, %a2, %a3 {scale = 1.0 : f64} : (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>, tensor<2x3x6x5xf32>, tensor<2xi32>) -> tensor<2x3x4x5xf32>
  return
}
