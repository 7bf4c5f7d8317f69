// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2xf32>) -> tensor<i32>
  return
}
