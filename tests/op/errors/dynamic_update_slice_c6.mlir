// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<5x5xf32>, %u: tensor<6x5xf32>, %i: tensor<i32>) {
  %z = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<5x5xf32>, tensor<6x5xf32>, tensor<i32>, tensor<i32>) -> tensor<5x5xf32>
  return
}
