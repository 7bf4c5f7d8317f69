// SPDX-License-Identifier: Apache-2.0
func.func @all_kinds_of_padding() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %v = stablehlo.constant dense<0> : tensor<i64>
  %l = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x3xi64>
  check.expect_eq_const %y, dense<[[0, 1, 2], [0, 0, 0], [0, 4, 5], [0, 0, 0], [0, 0, 0]]> : tensor<5x3xi64>
  %z = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  %n = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?x?xi64>) -> tensor<i32>
  check.expect_eq_const %n, dense<5> : tensor<i32>
  return
}
func.func @gradient(%x: tensor<3xf64>, %v: tensor<f64>) -> tensor<6xf64> {
  %l = stablehlo.constant dense<1> : tensor<1xi64>
  %h = stablehlo.constant dense<0> : tensor<1xi64>
  %y = stablehlo.dynamic_pad %x, %v, %l, %h, %l : (tensor<3xf64>, tensor<f64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf64>
  %z = stablehlo.multiply %y, %y : tensor<6xf64>
  return %z : tensor<6xf64>
}
