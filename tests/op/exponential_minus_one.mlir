// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0, 1.0e-6]> : tensor<7xf32>
  %y = stablehlo.exponential_minus_one %x : tensor<7xf32>
  check.expect_almost_eq_const %y, dense<[-9.17915e-1, -6.3212055e-1, -2.591818e-1, 1.0517092e-1, 1.117, 1.9085537e1, 1.0000005e-6]> : tensor<7xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0, 1.0e-06]> : tensor<7xf64>
  %y = stablehlo.exponential_minus_one %x : tensor<7xf64>
  check.expect_almost_eq_const %y, dense<[-0.9179150013761013, -0.6321205588285577, -0.2591817793182821, 0.10517091807564763, 1.1170000166126748, 19.085536923187668, 1.0000005000001665e-06]> : tensor<7xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 8.9e1]> : tensor<4xf32>
  %y = stablehlo.exponential_minus_one %x : tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, -1.0, 0x7FC00000, 0x7F800000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.exponential_minus_one %x0 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = stablehlo.exponential_minus_one %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}
func.func @values_of_complex() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (-0.5, 0.25), (0.0, -3.0), (3.5, -0.125)]> : tensor<4xcomplex<f64>>
  %y = stablehlo.exponential_minus_one %x : tensor<4xcomplex<f64>>
  check.expect_almost_eq_const %y, dense<[(-2.1312043837568138, 2.471726672004819), (-0.41232490965607727, 0.15005808662216327), (-1.9899924966004454, -0.1411200080598672), (31.857074182659424, -4.12866014388128)]> : tensor<4xcomplex<f64>>, tolerance = 1.0e-13 : f64
  return
}

// Infinity times 0 is not taken.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(800.0, 0.0), (-0.5, 0.0)]> : tensor<2xcomplex<f64>>
  %w = stablehlo.exponential_minus_one %z : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0x7FF0000000000000, 0.0), (-0.3934693402873666, 0.0)]> : tensor<2xcomplex<f64>>
  return
}
