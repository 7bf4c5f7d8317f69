// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4xf32>, %i: tensor<i32>) {
  %y = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf64>
  return
}
