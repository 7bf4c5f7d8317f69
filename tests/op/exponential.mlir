// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0]> : tensor<6xf32>
  %y = stablehlo.exponential %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[8.2085e-2, 3.6787945e-1, 7.408182e-1, 1.105171, 2.117, 2.0085537e1]> : tensor<6xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0]> : tensor<6xf64>
  %y = stablehlo.exponential %x : tensor<6xf64>
  check.expect_almost_eq_const %y, dense<[0.0820849986238988, 0.36787944117144233, 0.7408182206817179, 1.1051709180756477, 2.117000016612675, 20.085536923187668]> : tensor<6xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 8.9e1, -2.0e2, 0.0]> : tensor<6xf32>
  %y = stablehlo.exponential %x : tensor<6xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0.0, 0x7FC00000, 0x7F800000, 0.0, 1.0]> : tensor<6xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.exponential %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.exponential %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(-1.1312043837568138, 2.471726672004819), (0.5876750903439226, 0.15005808662216327), (-0.9899924966004454, -0.1411200080598672), (32.857074182659424, -4.12866014388128)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Infinity times 0 is not taken.
func.func @complex_extremes() {
  %a0 = stablehlo.constant dense<[(800.0, 0.0), (-0.5, 0.0)]> : tensor<2xcomplex<f64>>
  %r = stablehlo.exponential %a0 : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %r, dense<[(0x7FF0000000000000, 0.0), (0.6065306597126334, 0.0)]> : tensor<2xcomplex<f64>>, tolerance = 1.0e-6 : f64
  return
}
