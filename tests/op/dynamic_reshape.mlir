// SPDX-License-Identifier: Apache-2.0
func.func @static_and_dynamic() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<3x2xi64>
  check.expect_eq_const %y, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>
  %z = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<?x2xi64>
  %d = stablehlo.add %z, %z : tensor<?x2xi64>
  %t = stablehlo.constant dense<6> : tensor<1xi64>
  %e = stablehlo.dynamic_reshape %d, %t : (tensor<?x2xi64>, tensor<1xi64>) -> tensor<6xi64>
  check.expect_eq_const %e, dense<[2, 4, 6, 8, 10, 12]> : tensor<6xi64>
  return
}
func.func @gradient(%x: tensor<2x3xf64>) -> tensor<6xf64> {
  %s = stablehlo.constant dense<6> : tensor<1xi64>
  %y = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf64>, tensor<1xi64>) -> tensor<6xf64>
  return %y : tensor<6xf64>
}
