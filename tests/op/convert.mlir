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
func.func @of_complex_values() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %r = stablehlo.convert %x : (tensor<4xcomplex<f64>>) -> tensor<4xf32>
  check.expect_eq_const %r, dense<[1.0, -0.5, 0.0, 3.5]> : tensor<4xf32>
  %c = stablehlo.convert %r : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  check.expect_eq_const %c, dense<[(1.0, 0.0), (-0.5, 0.0), (0.0, 0.0), (3.5, 0.0)]> : tensor<4xcomplex<f32>>
  return
}
func.func @to_narrow_types() {
  %x = stablehlo.constant dense<[1.1, -400.0, 0.3, 3.0e-3]> : tensor<4xf32>
  %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  check.expect_eq_const %a, dense<[1.125, -384.0, 0.3125, 3.90625e-3]> : tensor<4xf8E4M3FN>
  %b = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf4E2M1FN>
  check.expect_eq_const %b, dense<[1.0, -6.0, 0.5, 0.0]> : tensor<4xf4E2M1FN>
  %c = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi4>
  check.expect_eq_const %c, dense<[1, -8, 0, 0]> : tensor<4xi4>
  %d = stablehlo.constant dense<[-1, 7, -8, 3]> : tensor<4xi4>
  %e = stablehlo.convert %d : (tensor<4xi4>) -> tensor<4xui2>
  check.expect_eq_const %e, dense<[3, 3, 0, 3]> : tensor<4xui2>
  return
}
func.func @of_a_type_without_zero_to_complex() {
  %x = stablehlo.constant dense<[1.0, 4.0, 0.5]> : tensor<3xf8E8M0FNU>
  %z = stablehlo.convert %x : (tensor<3xf8E8M0FNU>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %z, dense<[(1.0, 0.0), (4.0, 0.0), (0.5, 0.0)]> : tensor<3xcomplex<f32>>
  return
}
