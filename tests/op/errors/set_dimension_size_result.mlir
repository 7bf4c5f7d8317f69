// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) {
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<?x4xf32>
  return
}
