// SPDX-License-Identifier: Apache-2.0
func.func @scalar() {
  %x = stablehlo.constant dense<3> : tensor<i32>
  %y = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[3, 3], [3, 3]]> : tensor<2x2xi32>
  return
}
func.func @transposes_and_repeats() {
  %x = stablehlo.constant dense<[[1, 2, 3]]> : tensor<1x3xi32>
  %y = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<1x3xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %y, dense<[[[1, 1], [1, 1]], [[2, 2], [2, 2]], [[3, 3], [3, 3]]]> : tensor<3x2x2xi32>
  return
}
func.func @older_attribute_form() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %y, dense<[[1, 1], [2, 2]]> : tensor<2x2xi32>
  return
}
func.func @gradient(%x: tensor<1x3xf64>) -> tensor<3x2x2xf64> {
  %y = stablehlo.broadcast_in_dim %x, dims = [2, 0] : (tensor<1x3xf64>) -> tensor<3x2x2xf64>
  return %y : tensor<3x2x2xf64>
}
func.func @gradient_of_a_scalar(%x: tensor<f64>) -> tensor<3xf64> {
  %y = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}
