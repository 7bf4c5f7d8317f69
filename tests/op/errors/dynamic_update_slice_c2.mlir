// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<5xf32>, %u: tensor<2xf64>, %i: tensor<i32>) {
  %z = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<5xf32>, tensor<2xf64>, tensor<i32>) -> tensor<5xf32>
  return
}
