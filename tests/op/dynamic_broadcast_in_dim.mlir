// SPDX-License-Identifier: Apache-2.0
func.func @static_and_dynamic() {
  %x = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi64>
  %s = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi64>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [2, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<1x3xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %y, dense<[[[1, 1], [2, 2], [3, 3]], [[1, 1], [2, 2], [3, 3]]]> : tensor<2x3x2xi64>
  %a = stablehlo.constant dense<7> : tensor<i64>
  %t = stablehlo.constant dense<[2]> : tensor<1xi32>
  %z = stablehlo.dynamic_broadcast_in_dim %a, %t, dims = [] : (tensor<i64>, tensor<1xi32>) -> tensor<?xi64>
  %w = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [0] : (tensor<?xi64>, tensor<3xi64>) -> tensor<2x3x2xi64>
  check.expect_eq_const %w, dense<7> : tensor<2x3x2xi64>
  return
}
func.func @gradient(%x: tensor<1x3xf64>) -> tensor<2x3xf64> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %y = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<1x3xf64>, tensor<2xi64>) -> tensor<2x3xf64>
  %z = stablehlo.multiply %y, %y : tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
