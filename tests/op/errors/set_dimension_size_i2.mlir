// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>, %n: tensor<i64>) {
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2xf32>, tensor<i64>) -> tensor<?xf32>
  return
}
