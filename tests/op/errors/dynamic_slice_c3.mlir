// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<5x5xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  %z = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 1] : (tensor<5x5xf32>, tensor<i32>, tensor<i64>) -> tensor<1x1xf32>
  return
}
