// SPDX-License-Identifier: Apache-2.0
func.func @product() {
  %x = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %y = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %z = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x3xi64>, tensor<3x4xi64>) -> tensor<2x4xi64>
  check.expect_eq_const %z, dense<[[20, 23, 26, 29], [56, 68, 80, 92]]> : tensor<2x4xi64>
  return
}
func.func @product_transposed() {
  %x = stablehlo.constant dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>
  %y = stablehlo.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %z = stablehlo.einsum %x, %y, config = "ab,bc->ca" : (tensor<2x3xi64>, tensor<3x4xi64>) -> tensor<4x2xi64>
  check.expect_eq_const %z, dense<[[20, 56], [23, 68], [26, 80], [29, 92]]> : tensor<4x2xi64>
  return
}
func.func @batches_and_lonely_axes() {
  %x = stablehlo.constant dense<[[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [[12, 13, 14, 15], [16, 17, 18, 19], [20, 21, 22, 23]]]> : tensor<2x3x4xi64>
  %y = stablehlo.constant dense<[[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]], [[12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [22, 23]]], [[[24, 25], [26, 27], [28, 29]], [[30, 31], [32, 33], [34, 35]], [[36, 37], [38, 39], [40, 41]], [[42, 43], [44, 45], [46, 47]]]]> : tensor<2x4x3x2xi64>
  %z = stablehlo.einsum %x, %y, config = "bij,bjkl->lib" : (tensor<2x3x4xi64>, tensor<2x4x3x2xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %z, dense<[[[288, 5760], [816, 7440], [1344, 9120]], [[306, 5922], [882, 7650], [1458, 9378]]]> : tensor<2x3x2xi64>
  return
}
func.func @outer() {
  %x = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi64>
  %y = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %z = stablehlo.einsum %x, %y, config = "a,b->ab" : (tensor<3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %z, dense<[[0, 0], [0, 1], [0, 2]]> : tensor<3x2xi64>
  return
}
func.func @gradient(%x: tensor<2x3xf64>, %y: tensor<3x2xf64>) -> (tensor<2x2xf64>) {
  %z = stablehlo.einsum %x, %y, config = "ab,bc->ca" : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<2x2xf64>
  return %z : tensor<2x2xf64>
}
