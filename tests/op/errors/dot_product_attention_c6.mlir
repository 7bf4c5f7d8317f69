// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<1x2x2x3xf32>, %a1: tensor<1x4x2x3xf32>, %a2: tensor<1x4x2x2xf32>) {
  %r = tutti.dot_product_attention %a0, %a1, %a2 {scale = 0x7FF0000000000000 : f64} : (tensor<1x2x2x3xf32>, tensor<1x4x2x3xf32>, tensor<1x4x2x2xf32>) -> tensor<1x2x2x2xf32>
  return
}
