// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0, 1.0, -1.0, 0.0, 0.0, 2.0, 0x7F800000, 0.0]> : tensor<8xf32>
  %y = stablehlo.constant dense<[2.0, 0.0, 0.0, 1.0, -1.0, 2.0, 0.0, 0.0]> : tensor<8xf32>
  %z = chlo.next_after %x, %y : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %b = stablehlo.bitcast_convert %z : (tensor<8xf32>) -> tensor<8xui32>
  check.expect_eq_const %b, dense<[1065353217, 1065353215, 3212836863, 1, 2147483649, 1073741824, 2139095039, 0]> : tensor<8xui32>
  return
}
func.func @values_f64() {
  %x = stablehlo.constant dense<[1.0, -1.0, 5.0e-324, 3.5]> : tensor<4xf64>
  %y = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, -1.0, 0x7FF8000000000000]> : tensor<4xf64>
  %z = chlo.next_after %x, %y : tensor<4xf64>, tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %z, dense<[1.0000000000000002, -1.0000000000000002, 0.0, 0x7FF8000000000000]> : tensor<4xf64>, tolerance = 0.0 : f64
  %s = stablehlo.slice %z [0:3] : (tensor<4xf64>) -> tensor<3xf64>
  check.expect_eq_const %s, dense<[1.0000000000000002, -1.0000000000000002, 0.0]> : tensor<3xf64>
  return
}
func.func @values_bf16() {
  %x = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %y = stablehlo.constant dense<[2.0, 0.0]> : tensor<2xbf16>
  %z = chlo.next_after %x, %y : tensor<2xbf16>, tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq_const %z, dense<[1.0078125, 9.96093750e-01]> : tensor<2xbf16>
  return
}
func.func @gradient(%x: tensor<3xf64> {case.low = 0.5 : f64, case.high = 3.0 : f64}) -> tensor<3xf64> {
  %n = stablehlo.constant dense<[5.0, 5.0, 5.0]> : tensor<3xf64>
  %y = chlo.next_after %x, %n : tensor<3xf64>, tensor<3xf64> -> tensor<3xf64>
  return %y : tensor<3xf64>
}
