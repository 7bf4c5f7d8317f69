// SPDX-License-Identifier: Apache-2.0
func.func @half_from_double() {
  %x = stablehlo.constant dense<[65519.0, 65520.0, 0x0000000000000001, -1.0e-9, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>
  %y = stablehlo.reduce_precision %x, format = e5m10 : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[65504.0, 0x7FF0000000000000, 0.0, -0.0, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<6xf64>, tolerance = 0.0
  return
}
func.func @ties_go_to_even() {
  %x = stablehlo.constant dense<[1.00390625, 1.01171875, -1.00390625]> : tensor<3xf32>
  %y = stablehlo.reduce_precision %x, format = e8m7 : tensor<3xf32>
  check.expect_eq_const %y, dense<[1.0, 1.015625, -1.0]> : tensor<3xf32>
  return
}
func.func @no_mantissa() {
  %x = stablehlo.constant dense<[1.4, 1.6, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.reduce_precision %x, format = e8m0 : tensor<3xf32>
  check.expect_eq_const %y, dense<[1.0, 2.0, 0x7F800000]> : tensor<3xf32>
  return
}
func.func @gradient(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = stablehlo.reduce_precision %x, format = e11m52 : tensor<4xf64>
  return %y : tensor<4xf64>
}
