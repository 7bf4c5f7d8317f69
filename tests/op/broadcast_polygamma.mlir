// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf64>
  %z = chlo.broadcast_polygamma %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.6449340668482266, -0.15411380631918856, 0.04486532819275508], [-0.8862661234408786, 0.2061674381338967, -0.05726160798855054]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @by_dimensions() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %z = chlo.broadcast_polygamma %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.6449340668482266, -0.4041138063191886, 0.4939394022668293], [-0.13626612344087824, 0.2061674381338967, -0.3864797149844353]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @both_sides() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf64>
  %y = stablehlo.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
  %z = chlo.broadcast_polygamma %x, %y : (tensor<1x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.6449340668482266, -0.4041138063191886, 0.4939394022668293], [0.39493406684822646, -0.15411380631918856, 0.11893940226682916]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%y: tensor<3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %z = chlo.broadcast_polygamma %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
