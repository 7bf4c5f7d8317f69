// SPDX-License-Identifier: Apache-2.0
func.func @main(%v0: tensor<4x3x2xf32>, %v1: tensor<4x5x1xf32>, %v2: tensor<4x5x2xf32>) {
  %r = "stablehlo.scatter"(%v0, %v1, %v2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x3x2xf32>, tensor<4x5x1xf32>, tensor<4x5x2xf32>) -> tensor<4x3x2xf32>
  return
}
