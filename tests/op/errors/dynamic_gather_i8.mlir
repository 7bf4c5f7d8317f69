// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3xf32>, %i: tensor<2x1xi32>, %s: tensor<2xi64>) {
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = 1 : i64}> : (tensor<4x3xf32>, tensor<2x1xi32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}
