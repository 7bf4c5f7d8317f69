// SPDX-License-Identifier: Apache-2.0
func.func @along_an_axis() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi64>
  %i = stablehlo.constant dense<[2, 0]> : tensor<2xi32>
  %z = "stablehlo.torch_index_select"(%x, %i) {dim = 1 : i64, batch_dims = 0 : i64} : (tensor<2x3x4xi64>, tensor<2xi32>) -> tensor<2x2x4xi64>
  check.expect_eq_const %z, dense<[[[8, 9, 10, 11], [0, 1, 2, 3]], [[20, 21, 22, 23], [12, 13, 14, 15]]]> : tensor<2x2x4xi64>
  return
}
func.func @batched() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi64>
  %i = stablehlo.constant dense<[[1, 3], [0, 2]]> : tensor<2x2xi32>
  %z = "stablehlo.torch_index_select"(%x, %i) {dim = 2 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xi64>, tensor<2x2xi32>) -> tensor<2x3x2xi64>
  check.expect_eq_const %z, dense<[[[1, 3], [5, 7], [9, 11]], [[12, 14], [16, 18], [20, 22]]]> : tensor<2x3x2xi64>
  return
}
func.func @by_a_matrix() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi64>
  %i = stablehlo.constant dense<[[1, 0, 1], [0, 0, 1]]> : tensor<2x3xi32>
  %z = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<2x3x4xi64>, tensor<2x3xi32>) -> tensor<2x3x3x4xi64>
  check.expect_eq_const %z, dense<[[[[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]], [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]], [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]]> : tensor<2x3x3x4xi64>
  return
}
func.func @gradient(%x: tensor<3x2xf64>) -> tensor<4x2xf64> {
  %i = stablehlo.constant dense<[2, 0, 2, 1]> : tensor<4xi32>
  %z = "stablehlo.torch_index_select"(%x, %i) {dim = 0 : i64, batch_dims = 0 : i64} : (tensor<3x2xf64>, tensor<4xi32>) -> tensor<4x2xf64>
  return %z : tensor<4x2xf64>
}
