// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf64>
  %z = chlo.broadcast_next_after %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[1.0000000000000002, 2.0000000000000004, 3.0000000000000004], [3.9999999999999996, 4.999999999999999, 5.999999999999999]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @by_dimensions() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %z = chlo.broadcast_next_after %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[1.0000000000000002, 2.0, 2.9999999999999996], [3.9999999999999996, 4.999999999999999, 5.999999999999999]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @both_sides() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf64>
  %y = stablehlo.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
  %z = chlo.broadcast_next_after %x, %y : (tensor<1x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[1.0000000000000002, 2.0, 2.9999999999999996], [1.0000000000000002, 2.0000000000000004, 3.0]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
