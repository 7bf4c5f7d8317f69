// SPDX-License-Identifier: Apache-2.0
func.func @with_strides() {
  %x = stablehlo.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi64>
  %s = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %l = stablehlo.constant dense<[2, 4]> : tensor<2xi64>
  %t = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<2x4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xi64>
  check.expect_eq_const %y, dense<[[2, 4], [6, 8]]> : tensor<2x2xi64>
  %z = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<2x4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xi64>
  %n = stablehlo.get_dimension_size %z, dim = 1 : (tensor<?x?xi64>) -> tensor<i32>
  check.expect_eq_const %n, dense<2> : tensor<i32>
  return
}
func.func @gradient(%x: tensor<4xf64>) -> tensor<2xf64> {
  %s = stablehlo.constant dense<1> : tensor<1xi64>
  %l = stablehlo.constant dense<4> : tensor<1xi64>
  %t = stablehlo.constant dense<2> : tensor<1xi64>
  %y = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<4xf64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf64>
  %z = stablehlo.multiply %y, %y : tensor<2xf64>
  return %z : tensor<2xf64>
}
