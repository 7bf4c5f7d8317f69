// SPDX-License-Identifier: Apache-2.0
func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<2xui32>, %a2: tensor<2x4xi32>, %a3: tensor<2x5xi32>) {
  %r = tutti.dropout %a0, %a1, %a2, %a3 {rate = 0.1 : f64, site = 1 : i64} : (tensor<2x4x8xf32>, tensor<2xui32>, tensor<2x4xi32>, tensor<2x5xi32>) -> tensor<2x4x8xf32>
  return
}
