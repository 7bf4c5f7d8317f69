// SPDX-License-Identifier: Apache-2.0
func.func @rows() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %i = stablehlo.constant dense<[2, 0, 9]> : tensor<3xi64>
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x2xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %y, dense<[[5, 6], [1, 2], [5, 6]]> : tensor<3x2xi64>
  %t = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %z = "stablehlo.dynamic_gather"(%x, %i, %t) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x2xi64>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x?xi64>
  %n = stablehlo.get_dimension_size %z, dim = 1 : (tensor<3x?xi64>) -> tensor<i32>
  check.expect_eq_const %n, dense<1> : tensor<i32>
  return
}
func.func @gradient(%x: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %i = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi64>
  %s = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x2xf64>, tensor<3xi64>, tensor<2xi64>) -> tensor<3x2xf64>
  %z = stablehlo.multiply %y, %y : tensor<3x2xf64>
  return %z : tensor<3x2xf64>
}
