// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3x2xf32>, %i: tensor<4x5x1xi32>) {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<4x3x2xf32>, tensor<4x5x1xi32>) -> tensor<4x5x2xf32>
  return
}
