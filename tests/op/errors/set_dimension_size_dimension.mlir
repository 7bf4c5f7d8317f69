// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %n: tensor<i32>) {
  %y = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return
}
