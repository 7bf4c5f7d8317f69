module @scatter {
  func.func @main(%a: tensor<3x4x2xi64>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi64>) -> (tensor<3x4x2xi64>) {
    %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = true}> ({
    ^bb0(%p: tensor<i64>, %q: tensor<i64>):
      %1 = stablehlo.add %p, %q : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }) : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<2x3x2x2xi64>) -> tensor<3x4x2xi64>
    return %0 : tensor<3x4x2xi64>
  }
}
