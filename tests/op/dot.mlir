// SPDX-License-Identifier: Apache-2.0
func.func @matrices() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %y = stablehlo.constant dense<[[5, 6, 7], [8, 9, 10]]> : tensor<2x3xi64>
  %z = stablehlo.dot %x, %y : (tensor<2x2xi64>, tensor<2x3xi64>) -> tensor<2x3xi64>
  check.expect_eq_const %z, dense<[[21, 24, 27], [47, 54, 61]]> : tensor<2x3xi64>
  return
}
func.func @vectors() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = stablehlo.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %z = stablehlo.dot %x, %y, precision = [HIGHEST, HIGHEST] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  check.expect_eq_const %z, dense<32.0> : tensor<f32>
  return
}
func.func @gradient(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> (tensor<2xf64>) {
  %z = stablehlo.dot %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2xf64>
  return %z : tensor<2xf64>
}
