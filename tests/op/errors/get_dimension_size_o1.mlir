// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<2xf32>) {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2xf32>) -> tensor<i64>
  return
}
