// SPDX-License-Identifier: Apache-2.0
func.func @transposes() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %z = stablehlo.unary_einsum %x, config = "abc->cab" : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
  check.expect_eq_const %z, dense<[[[0, 4, 8], [12, 16, 20]], [[1, 5, 9], [13, 17, 21]], [[2, 6, 10], [14, 18, 22]], [[3, 7, 11], [15, 19, 23]]]> : tensor<4x2x3xi32>
  return
}
func.func @sums() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %z = stablehlo.unary_einsum %x, config = "abc->ca" : (tensor<2x3x4xi32>) -> tensor<4x2xi32>
  check.expect_eq_const %z, dense<[[12, 48], [15, 51], [18, 54], [21, 57]]> : tensor<4x2xi32>
  return
}
func.func @all() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi32>
  %z = stablehlo.unary_einsum %x, config = "abc->" : (tensor<2x3x4xi32>) -> tensor<i32>
  check.expect_eq_const %z, dense<276> : tensor<i32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> (tensor<3xf64>) {
  %s = stablehlo.multiply %x, %x : tensor<2x3xf64>
  %z = stablehlo.unary_einsum %s, config = "ab->b" : (tensor<2x3xf64>) -> tensor<3xf64>
  return %z : tensor<3xf64>
}
