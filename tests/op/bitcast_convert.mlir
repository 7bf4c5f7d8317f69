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
func.func @narrow_types() {
  %x = stablehlo.constant dense<[33, 240]> : tensor<2xui8>
  %y = stablehlo.bitcast_convert %x : (tensor<2xui8>) -> tensor<2x2xi4>
  check.expect_eq_const %y, dense<[[1, 2], [0, -1]]> : tensor<2x2xi4>
  %z = stablehlo.bitcast_convert %y : (tensor<2x2xi4>) -> tensor<2xui8>
  check.expect_eq %z, %x : tensor<2xui8>
  return
}
func.func @bits() {
  %x = stablehlo.constant dense<[33, 240]> : tensor<2xui8>
  %b = stablehlo.bitcast_convert %x : (tensor<2xui8>) -> tensor<2x8xi1>
  check.expect_eq_const %b, dense<[[true, false, false, false, false, true, false, false], [false, false, false, false, true, true, true, true]]> : tensor<2x8xi1>
  return
}
func.func @complex_values() {
  %c = stablehlo.constant dense<[(1.0, 2.0), (0.0, -2.0)]> : tensor<2xcomplex<f32>>
  %d = stablehlo.bitcast_convert %c : (tensor<2xcomplex<f32>>) -> tensor<complex<f64>>
  check.expect_eq_const %d, dense<(2.000000473111868, -2.0)> : tensor<complex<f64>>
  return
}
func.func @of_no_elements() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %a = stablehlo.bitcast_convert %x : (tensor<0xf32>) -> tensor<0x4xi8>
  check.expect_eq_const %a, dense<> : tensor<0x4xi8>
  %b = stablehlo.bitcast_convert %a : (tensor<0x4xi8>) -> tensor<0xi32>
  check.expect_eq_const %b, dense<> : tensor<0xi32>
  return
}
func.func @signalling_nan() {
  %x = stablehlo.constant dense<[2139095041, 4286578689]> : tensor<2xui32>
  %f = stablehlo.bitcast_convert %x : (tensor<2xui32>) -> tensor<2xf32>
  %y = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq %y, %x : tensor<2xui32>
  %h = stablehlo.constant dense<[0x7C01, 0xFE02]> : tensor<2xui16>
  %g = stablehlo.bitcast_convert %h : (tensor<2xui16>) -> tensor<2xf16>
  %k = stablehlo.bitcast_convert %g : (tensor<2xf16>) -> tensor<2xui16>
  check.expect_eq %k, %h : tensor<2xui16>
  return
}
