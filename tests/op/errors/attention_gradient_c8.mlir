// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4x6xbf16>, %a1: tensor<2x4x6xf32>, %a2: tensor<2x4x6xf32>, %a3: tensor<2x4x6xf32>, %a4: tensor<2x2x4xf32>, %a5: tensor<2x4xi32>) {
  %r:3 = tutti.attention_gradient %a0, %a1, %a2, %a3, %a4, %a5 {heads = 2 : i64, scale = 0.5 : f64, rate = 0.0 : f64, site = 1 : i64, max_segment = 4 : i64} : (tensor<2x4x6xbf16>, tensor<2x4x6xf32>, tensor<2x4x6xf32>, tensor<2x4x6xf32>, tensor<2x2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4x6xf32>, tensor<2x4x6xf32>, tensor<2x4x6xf32>)
  return
}
