// SPDX-License-Identifier: Apache-2.0
func.func @rows_are_clamped() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %i = stablehlo.constant dense<[[2], [0], [9], [-3]]> : tensor<4x1xi64>
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<4x1xi64>) -> tensor<4x2xi32>
  check.expect_eq_const %y, dense<[[5, 6], [1, 2], [5, 6], [1, 2]]> : tensor<4x2xi32>
  return
}
func.func @slices_keep_their_size_at_the_edge() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %i = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %y = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<2> : tensor<1xi64>} : (tensor<4xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[3, 4], [2, 3]]> : tensor<2x2xi32>
  return
}
func.func @batching_dimensions() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[[2], [0]], [[1], [1]]]> : tensor<2x2x1xi32>
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x2x1xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[3, 1], [5, 5]]> : tensor<2x2xi32>
  return
}
func.func @index_vectors_on_the_first_axis() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[[2, 0], [1, 0]]> : tensor<2x2xi32>
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %y, dense<[6, 1]> : tensor<2xi32>
  return
}
func.func @gradient(%x: tensor<4x3xf64>, %i: tensor<5x1xi32> {case.value = dense<[[2], [0], [2], [9], [-1]]> : tensor<5x1xi32>}) -> tensor<5x3xf64> {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf64>, tensor<5x1xi32>) -> tensor<5x3xf64>
  return %y : tensor<5x3xf64>
}
func.func @gradient_of_overlapping_slices(%x: tensor<4x5xf64>, %i: tensor<3x2xi8> {case.value = dense<[[3, 1], [0, 120], [-9, 2]]> : tensor<3x2xi8>}) -> tensor<3x2x3xf64> {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 3>}> : (tensor<4x5xf64>, tensor<3x2xi8>) -> tensor<3x2x3xf64>
  return %y : tensor<3x2x3xf64>
}
func.func @gradient_with_batching_dimensions(%x: tensor<2x3xf64>, %i: tensor<2x2xi32> {case.value = dense<[[2, 2], [1, 5]]> : tensor<2x2xi32>}) -> tensor<2x2xf64> {
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xf64>, tensor<2x2xi32>) -> tensor<2x2xf64>
  return %y : tensor<2x2xf64>
}
func.func @of_no_rows() {
  %x = stablehlo.constant dense<1> : tensor<3x2xi32>
  %i = stablehlo.constant dense<> : tensor<0x1xi64>
  %y = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xi32>, tensor<0x1xi64>) -> tensor<0x2xi32>
  check.expect_eq_const %y, dense<> : tensor<0x2xi32>
  return
}
