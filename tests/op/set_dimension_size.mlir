// SPDX-License-Identifier: Apache-2.0
func.func @cuts_what_is_behind() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %n = stablehlo.constant dense<2> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3x2xi64>, tensor<i32>) -> tensor<?x2xi64, #stablehlo.bounds<3, ?>>
  %m = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x2xi64, #stablehlo.bounds<3, ?>>) -> tensor<i32>
  check.expect_eq %m, %n : tensor<i32>
  %s = stablehlo.constant dense<4> : tensor<1xi32>
  %z = stablehlo.dynamic_reshape %y, %s : (tensor<?x2xi64, #stablehlo.bounds<3, ?>>, tensor<1xi32>) -> tensor<4xi64>
  check.expect_eq_const %z, dense<[1, 2, 3, 4]> : tensor<4xi64>
  return
}
func.func @gradient(%x: tensor<3xf64>) -> tensor<3xf64> {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xf64>, tensor<i32>) -> tensor<3xf64>
  %z = stablehlo.multiply %y, %y : tensor<3xf64>
  return %z : tensor<3xf64>
}
