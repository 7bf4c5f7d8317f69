// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.5, -2.0, 2.5e-1, 3.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[5.0e-1, 4.0, -5.0e-1, -3.0]> : tensor<4xf32>
  %z = stablehlo.divide %x, %y : tensor<4xf32>
  check.expect_almost_eq_const %z, dense<[3.0, -5.0e-1, -5.0e-1, -1.0]> : tensor<4xf32>, tolerance = 1.0e-7 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, 3.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[0.5, 4.0, -0.5, -3.0]> : tensor<4xf64>
  %z = stablehlo.divide %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %z, dense<[3.0, -0.5, -0.5, -1.0]> : tensor<4xf64>, tolerance = 1.0e-7 : f64
  return
}

func.func @values_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, 3.0]> : tensor<4xbf16>
  %y = stablehlo.constant dense<[0.5, 4.0, -0.5, -3.0]> : tensor<4xbf16>
  %z = stablehlo.divide %x, %y : tensor<4xbf16>
  check.expect_almost_eq_const %z, dense<[3.0, -0.5, -0.5, -1.0]> : tensor<4xbf16>, tolerance = 1.0e-2 : f64
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}, %x1: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.divide %x0, %x1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 0.0, 0x7F800000, 1.0]> : tensor<5xf32>
  %y = stablehlo.constant dense<[0.0, 0.0, 0.0, 0x7F800000, 0x7F800000]> : tensor<5xf32>
  %z = stablehlo.divide %x, %y : tensor<5xf32>
  check.expect_almost_eq_const %z, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<5xf32>
  return
}

func.func @values_i32() {
  %x = stablehlo.constant dense<[7, -7, 7, -2147483648]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 2, -2, -1]> : tensor<4xi32>
  %z = stablehlo.divide %x, %y : tensor<4xi32>
  check.expect_eq_const %z, dense<[3, -3, -3, -2147483648]> : tensor<4xi32>
  return
}

func.func @values_ui8() {
  %x = stablehlo.constant dense<[250]> : tensor<1xui8>
  %y = stablehlo.constant dense<[3]> : tensor<1xui8>
  %z = stablehlo.divide %x, %y : tensor<1xui8>
  check.expect_eq_const %z, dense<[83]> : tensor<1xui8>
  return
}

func.func @by_zero_is_all_ones() {
  %x = stablehlo.constant dense<[5, -5]> : tensor<2xi32>
  %y = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
  %z = stablehlo.divide %x, %y : tensor<2xi32>
  check.expect_eq_const %z, dense<[-1, -1]> : tensor<2xi32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.5, -1.0), (2.0, 0.0), (-1.0, 1.0), (0.75, 0.5)]> : tensor<4xcomplex<f64>>
  %z = stablehlo.divide %x, %y : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(-1.2, 1.6), (-0.25, 0.125), (-1.5, 1.5), (3.1538461538461537, -2.269230769230769)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Neither squares nor sums overflow or cancel.
func.func @complex_extremes() {
  %a0 = stablehlo.constant dense<[(3e+38, 3e+38), (1.0, 0.0), (1.0, 1.0)]> : tensor<3xcomplex<f32>>
  %a1 = stablehlo.constant dense<[(3e+38, 3e+38), (3e+38, 3e+38), (0x7F800000, 0.0)]> : tensor<3xcomplex<f32>>
  %r = stablehlo.divide %a0, %a1 : tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %r, dense<[(1.0, 0.0), (1.6666666666666667e-39, -1.6666666666666667e-39), (0.0, 0.0)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
// As XLA's CPU backend has them.
func.func @complex_infinities() {
  %x = stablehlo.constant dense<[(0x7F800000, 0xFF800000), (0xFF800000, 0xFF800000), (1.0, 2.0), (1.0, 2.0), (0x7F800000, 1.0), (0x7F800000, 0x7FC00000)]> : tensor<6xcomplex<f32>>
  %y = stablehlo.constant dense<[(-1.4e-07, -2.4e+31), (-3.0e-15, -2.4e+31), (0.0, 0.0), (0x7F800000, 1.0), (0.0, 1.0), (1.0, 1.0)]> : tensor<6xcomplex<f32>>
  %z = stablehlo.divide %x, %y : tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %z, dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0xFF800000), (0x7F800000, 0x7F800000), (0.0, 0.0), (0x7FC00000, 0xFF800000), (0x7F800000, 0xFF800000)]> : tensor<6xcomplex<f32>>
  return
}
