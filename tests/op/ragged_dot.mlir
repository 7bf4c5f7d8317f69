// SPDX-License-Identifier: Apache-2.0
func.func @rows_of_groups() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>
  %y = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0], [10.0, 11.0]]]> : tensor<2x3x2xf32>
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf32>, tensor<2x3x2xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  check.expect_eq_const %z, dense<[[16.0, 22.0], [124.0, 139.0], [196.0, 220.0], [0.0, 0.0]]> : tensor<4x2xf32>
  return
}
func.func @rows_of_groups_of_integers() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]> : tensor<4x3xi32>
  %y = stablehlo.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi32>
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xi32>, tensor<2x3x2xi32>, tensor<2xi64>) -> tensor<4x2xi32>
  check.expect_eq_const %z, dense<[[16, 22], [124, 139], [196, 220], [0, 0]]> : tensor<4x2xi32>
  return
}
func.func @sizes_by_batch() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[7.0, 8.0], [9.0, 10.0], [11.0, 12.0]]]> : tensor<2x3x2xf32>
  %y = stablehlo.constant dense<[[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], [[[8.0, 9.0], [10.0, 11.0]], [[12.0, 13.0], [14.0, 15.0]]]]> : tensor<2x2x2x2xf32>
  %g = stablehlo.constant dense<[[1, 2], [2, 0]]> : tensor<2x2xi32>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x3x2xf32>, tensor<2x2x2x2xf32>, tensor<2x2xi32>) -> tensor<2x3x2xf32>
  check.expect_eq_const %z, dense<[[[4.0, 7.0], [64.0, 71.0], [100.0, 111.0]], [[76.0, 91.0], [96.0, 115.0], [0.0, 0.0]]]> : tensor<2x3x2xf32>
  return
}
func.func @sums_of_groups() {
  %x = stablehlo.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]> : tensor<2x4xf32>
  %y = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>
  %g = stablehlo.constant dense<[1, 0, 2]> : tensor<3xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<2x4xf32>, tensor<4x3xf32>, tensor<3xi64>) -> tensor<3x2x3xf32>
  check.expect_eq_const %z, dense<[[[0.0, 0.0, 0.0], [4.0, 8.0, 12.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], [[18.0, 21.0, 24.0], [62.0, 73.0, 84.0]]]> : tensor<3x2x3xf32>
  return
}
func.func @batches_of_groups() {
  %x = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xf32>
  %y = stablehlo.constant dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xf32>
  %g = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<2xi64>) -> tensor<2x2x2xf32>
  check.expect_eq_const %z, dense<[[[2.0, 3.0], [6.0, 11.0]], [[46.0, 55.0], [66.0, 79.0]]]> : tensor<2x2x2xf32>
  return
}
func.func @gradient(%x: tensor<4x3xf64>, %y: tensor<2x3x2xf64>) -> tensor<4x2xf64> {
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x3xf64>, tensor<2x3x2xf64>, tensor<2xi64>) -> tensor<4x2xf64>
  return %z : tensor<4x2xf64>
}
func.func @gradient_of_transposed(%x: tensor<5x3xf64>, %y: tensor<3x2x3xf64>) -> tensor<5x2xf64> {
  %g = stablehlo.constant dense<[1, 0, 3]> : tensor<3xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x3xf64>, tensor<3x2x3xf64>, tensor<3xi64>) -> tensor<5x2xf64>
  return %z : tensor<5x2xf64>
}
func.func @nothing_is_summed() {
  %x = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %y = stablehlo.constant dense<[[[10.0]], [[100.0]]]> : tensor<2x1x1xf32>
  %g = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %z = "chlo.ragged_dot"(%x, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x1x1xf32>, tensor<2xi64>) -> tensor<2x2x1x1xf32>
  check.expect_eq_const %z, dense<[[[[10.0]], [[20.0]]], [[[300.0]], [[400.0]]]]> : tensor<2x2x1x1xf32>
  return
}
