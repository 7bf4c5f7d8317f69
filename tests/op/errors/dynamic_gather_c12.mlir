// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<5x2xf32>, %i: tensor<3x1xi64>) {
  %s = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5x2xf32>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x3xf32>
  return
}
