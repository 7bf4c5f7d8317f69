// SPDX-License-Identifier: Apache-2.0
func.func @between_floats() {
  %x = stablehlo.constant dense<[1.00390625, 3.0e38, 1.0e-46, 0x7FF8000000000000]> : tensor<4xf64>
  %y = stablehlo.convert %x : (tensor<4xf64>) -> tensor<4xbf16>
  check.expect_almost_eq_const %y, dense<[1.0, 3.0e38, 0.0, 0x7FC0]> : tensor<4xbf16>, tolerance = 1.0e-2
  %z = stablehlo.convert %x : (tensor<4xf64>) -> tensor<4xf16>
  check.expect_almost_eq_const %z, dense<[1.00390625, 0x7C00, 0.0, 0x7E00]> : tensor<4xf16>
  return
}
func.func @ties_go_to_even() {
  %x = stablehlo.constant dense<[1.00390625, 1.01171875, 16777217.0]> : tensor<3xf64>
  %y = stablehlo.convert %x : (tensor<3xf64>) -> tensor<3xbf16>
  check.expect_eq_const %y, dense<[1.0, 1.015625, 16777216.0]> : tensor<3xbf16>
  %z = stablehlo.convert %x : (tensor<3xf64>) -> tensor<3xf32>
  check.expect_eq_const %z, dense<[1.00390625, 1.01171875, 16777216.0]> : tensor<3xf32>
  return
}
func.func @floats_to_integers_truncate_and_saturate() {
  %x = stablehlo.constant dense<[2.9, -2.9, 3.0e9, -3.0e9, 0x7FC00000]> : tensor<5xf32>
  %y = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi32>
  check.expect_eq_const %y, dense<[2, -2, 2147483647, -2147483648, 0]> : tensor<5xi32>
  %z = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xui8>
  check.expect_eq_const %z, dense<[2, 0, 255, 0, 0]> : tensor<5xui8>
  return
}
func.func @integers() {
  %x = stablehlo.constant dense<[300, -1, 0]> : tensor<3xi32>
  %y = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xui8>
  check.expect_eq_const %y, dense<[44, 255, 0]> : tensor<3xui8>
  %b = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xi1>
  check.expect_eq_const %b, dense<[true, true, false]> : tensor<3xi1>
  %f = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xf32>
  check.expect_eq_const %f, dense<[300.0, -1.0, 0.0]> : tensor<3xf32>
  %s = stablehlo.convert %x : tensor<3xi32>
  check.expect_eq %s, %x : tensor<3xi32>
  return
}
func.func @gradient(%x: tensor<4xf64>) -> tensor<4xf64> {
  %y = stablehlo.convert %x : (tensor<4xf64>) -> tensor<4xf32>
  %z = stablehlo.convert %y : (tensor<4xf32>) -> tensor<4xf64>
  return %z : tensor<4xf64>
}
