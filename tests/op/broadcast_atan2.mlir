// SPDX-License-Identifier: Apache-2.0
func.func @aligned_at_the_end() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf64>
  %z = chlo.broadcast_atan2 %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.4636476090008061, 0.5880026035475675, 0.6435011087932844], [1.1071487177940904, 1.0303768265243125, 0.982793723247329]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @by_dimensions() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %y = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf64>
  %z = chlo.broadcast_atan2 %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.4636476090008061, 0.7853981633974483, 0.982793723247329], [0.9272952180016122, 1.0303768265243125, 1.1071487177940904]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @both_sides() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf64>
  %y = stablehlo.constant dense<[[2.0], [3.0]]> : tensor<2x1xf64>
  %z = chlo.broadcast_atan2 %x, %y : (tensor<1x3xf64>, tensor<2x1xf64>) -> tensor<2x3xf64>
  check.expect_almost_eq_const %z, dense<[[0.4636476090008061, 0.7853981633974483, 0.982793723247329], [0.3217505543966422, 0.5880026035475675, 0.7853981633974483]]> : tensor<2x3xf64>, tolerance = 1.0e-12 : f64
  return
}
func.func @gradient(%x: tensor<2x3xf64> {case.low = 1.1 : f64, case.high = 1.9 : f64}, %y: tensor<3xf64> {case.low = 2.1 : f64, case.high = 2.9 : f64}) -> (tensor<2x3xf64>) {
  %z = chlo.broadcast_atan2 %x, %y : (tensor<2x3xf64>, tensor<3xf64>) -> tensor<2x3xf64>
  return %z : tensor<2x3xf64>
}
