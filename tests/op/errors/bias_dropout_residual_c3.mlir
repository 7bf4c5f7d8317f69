// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<4xf32>, %a2: tensor<2x4x8xf32>) {
  %r = tutti.bias_dropout_residual %a0, %a1, %a2 {rate = 0.0 : f64, site = 1 : i64} : (tensor<2x4x8xf32>, tensor<4xf32>, tensor<2x4x8xf32>) -> tensor<2x4x8xf32>
  return
}
