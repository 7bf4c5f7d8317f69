// SPDX-License-Identifier: Apache-2.0
func.func @same_width() {
  %x = stablehlo.constant dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.bitcast_convert %x : (tensor<3xf32>) -> tensor<3xui32>
  check.expect_eq_const %y, dense<[0x3F800000, 0x80000000, 0x7FC00000]> : tensor<3xui32>
  return
}
func.func @narrower_adds_an_axis() {
  %x = stablehlo.constant dense<[0x01020304, 0xFFFEFDFC]> : tensor<2xui32>
  %y = stablehlo.bitcast_convert %x : (tensor<2xui32>) -> tensor<2x4xui8>
  check.expect_eq_const %y, dense<[[4, 3, 2, 1], [252, 253, 254, 255]]> : tensor<2x4xui8>
  %z = stablehlo.bitcast_convert %y : (tensor<2x4xui8>) -> tensor<2xui32>
  check.expect_eq %z, %x : tensor<2xui32>
  return
}
