// SPDX-License-Identifier: Apache-2.0
func.func @main(%x: tensor<4x3xf32>, %i: tensor<5x1xi32>, %u: tensor<5x3xf64>) {
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<5x1xi32>, tensor<5x3xf64>) -> tensor<4x3xf32>
  return
}
