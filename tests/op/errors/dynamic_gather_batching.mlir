// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<5x2xf32>, %i: tensor<3x1xi64>, %s: tensor<2xi64>) {
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 1>}> : (tensor<5x2xf32>, tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x2xf32>
  return
}
