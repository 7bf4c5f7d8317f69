// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<1x2x2x3xf32>, %a1: tensor<1x1x5x3xf32>, %a2: tensor<1x1x5x3xf32>, %a3: tensor<1xi32>) {
  %r = tutti.cached_attention %a0, %a1, %a2, %a3 {scale = 0.5 : f64, window = 0 : i64} : (tensor<1x2x2x3xf32>, tensor<1x1x5x3xf32>, tensor<1x1x5x3xf32>, tensor<1xi32>) -> tensor<1x2x2x3xf32>
  return
}
