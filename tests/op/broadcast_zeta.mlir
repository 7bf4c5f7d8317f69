// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf64>
  %z = chlo.broadcast_zeta %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[1.6123753486854886, 0.39493406684822646, 0.04001986612255725], [0.08232323371113821, 0.005677755143369927, 0.0003463198719662865]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @by_dimensions() {
  %x = stablehlo.constant dense<[[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %z = chlo.broadcast_zeta %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[1.6123753486854886, 0.6449340668482266, 0.2020569031595943], [0.019823233711138193, 0.005677755143369927, 0.0017180619844491393]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @both_sides() {
  %x = stablehlo.constant dense<[[1.5, 2.0, 3.0]]> : tensor<1x3xf64>
  %y = stablehlo.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
  %z = chlo.broadcast_zeta %x, %y : (tensor<1x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[1.6123753486854886, 0.6449340668482266, 0.2020569031595943], [1.2588219580922144, 0.39493406684822646, 0.07705690315959428]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%y: tensor<3xf64> {case.low = 1.0 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %x = stablehlo.constant dense<[[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %z = chlo.broadcast_zeta %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
