// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.5, -2.0, 2.5e-1, 3.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[5.0e-1, 4.0, -5.0e-1, -3.0]> : tensor<4xf32>
  %z = stablehlo.multiply %x, %y : tensor<4xf32>
  check.expect_almost_eq_const %z, dense<[7.5e-1, -8.0, -1.25e-1, -9.0]> : tensor<4xf32>, tolerance = 1.0e-7 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, 3.0]> : tensor<4xf64>
  %y = stablehlo.constant dense<[0.5, 4.0, -0.5, -3.0]> : tensor<4xf64>
  %z = stablehlo.multiply %x, %y : tensor<4xf64>
  check.expect_almost_eq_const %z, dense<[0.75, -8.0, -0.125, -9.0]> : tensor<4xf64>, tolerance = 1.0e-7 : f64
  return
}

func.func @values_bf16() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.25, 3.0]> : tensor<4xbf16>
  %y = stablehlo.constant dense<[0.5, 4.0, -0.5, -3.0]> : tensor<4xbf16>
  %z = stablehlo.multiply %x, %y : tensor<4xbf16>
  check.expect_almost_eq_const %z, dense<[0.75, -8.0, -0.125, -9.0]> : tensor<4xbf16>, tolerance = 1.0e-2 : f64
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}, %x1: tensor<2x3xf64> {case.low = 0.5 : f64, case.high = 2.0 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.multiply %x0, %x1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @special() {
  %x = stablehlo.constant dense<[0.0, 0x7F800000, 3.0e38, 1.0e-30, 0x7FC00000]> : tensor<5xf32>
  %y = stablehlo.constant dense<[0x7F800000, -2.0, 1.0e1, 1.0e-30, 0.0]> : tensor<5xf32>
  %z = stablehlo.multiply %x, %y : tensor<5xf32>
  check.expect_almost_eq_const %z, dense<[0x7FC00000, 0xFF800000, 0x7F800000, 0.0, 0x7FC00000]> : tensor<5xf32>
  return
}

func.func @values_i32() {
  %x = stablehlo.constant dense<[3, 65536, -4]> : tensor<3xi32>
  %y = stablehlo.constant dense<[5, 65536, 2]> : tensor<3xi32>
  %z = stablehlo.multiply %x, %y : tensor<3xi32>
  check.expect_eq_const %z, dense<[15, 0, -8]> : tensor<3xi32>
  return
}

func.func @values_ui64() {
  %x = stablehlo.constant dense<[4294967296]> : tensor<1xui64>
  %y = stablehlo.constant dense<[4294967296]> : tensor<1xui64>
  %z = stablehlo.multiply %x, %y : tensor<1xui64>
  check.expect_eq_const %z, dense<[0]> : tensor<1xui64>
  return
}

func.func @booleans_and() {
  %x = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %y = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %z = stablehlo.multiply %x, %y : tensor<3xi1>
  check.expect_eq_const %z, dense<[true, false, false]> : tensor<3xi1>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.constant dense<[(0.5, -1.0), (2.0, 0.0), (-1.0, 1.0), (0.75, 0.5)]> : tensor<4xcomplex<f64>>
  %z = stablehlo.multiply %x, %y : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %z, dense<[(2.5, 0.0), (-1.0, 0.5), (3.0, 3.0), (2.6875, 1.65625)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}
