// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf64>
  %z = chlo.broadcast_divide %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.5, 0.6666666666666666, 0.75], [2.0, 1.6666666666666667, 1.5]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @by_dimensions() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %z = chlo.broadcast_divide %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.5, 1.0, 1.5], [1.3333333333333333, 1.6666666666666667, 2.0]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @both_sides() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf64>
  %y = stablehlo.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
  %z = chlo.broadcast_divide %x, %y : (tensor<1x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.5, 1.0, 1.5], [0.3333333333333333, 0.6666666666666666, 1.0]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%x: tensor<2x3xf64> {case.low = 1.1 : f64, case.high = 1.9 : f64}, %y: tensor<3xf64> {case.low = 2.1 : f64, case.high = 2.9 : f64}) -> (tensor<2x3xf64>) {
  %z = chlo.broadcast_divide %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
