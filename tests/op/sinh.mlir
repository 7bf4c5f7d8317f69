// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -3.0e-1, 1.0e-1, 7.5e-1, 3.0, 1.0e-5]> : tensor<7xf32>
  %y = chlo.sinh %x : tensor<7xf32> -> tensor<7xf32>
  check.expect_almost_eq_const %y, dense<[-6.0502043, -1.1752012, -3.045203e-1, 1.0016675e-1, 8.223167e-1, 1.0017875e1, 1.0e-5]> : tensor<7xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.0, -0.3, 0.1, 0.75, 3.0, 1.0e-05]> : tensor<7xf64>
  %y = chlo.sinh %x : tensor<7xf64> -> tensor<7xf64>
  check.expect_almost_eq_const %y, dense<[-6.0502044810397875, -1.1752011936438014, -0.3045202934471426, 0.10016675001984403, 0.82231673193583, 10.017874927409903, 1.0000000000166668e-05]> : tensor<7xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, 8.9e1]> : tensor<4xf32>
  %y = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 2.2448064e38]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = chlo.sinh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = chlo.sinh %x : tensor<2xf32> -> tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x00000000, 0x80000000]> : tensor<2xui32>
  return
}

// Values of numpy.
func.func @complex_f32() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f32>>
  %w = chlo.sinh %z : tensor<6xcomplex<f32>> -> tensor<6xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0.2804817749473642, 0.407073998475959), (-1.4058162504314684, 0.9053586344209573), (4.426867273187325, -4.180006197022092), (-0.0009999982141641983, 0.0019999997616612047), (-0.0, -0.1411200080598672), (2.1292794550948173, 0.0)]> : tensor<6xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}

func.func @complex_f64() {
  %z = stablehlo.constant dense<[(0.30000001192092896, 0.4000000059604645), (-1.25, 0.5), (2.5, -0.75), (-0.0010000000474974513, 0.0020000000949949026), (0.0, -3.0), (1.5, 0.0)]> : tensor<6xcomplex<f64>>
  %w = chlo.sinh %z : tensor<6xcomplex<f64>> -> tensor<6xcomplex<f64>>
  check.expect_almost_eq_const %w, dense<[(0.2804817749473642, 0.407073998475959), (-1.4058162504314684, 0.9053586344209573), (4.426867273187325, -4.180006197022092), (-0.0009999982141641983, 0.0019999997616612047), (-0.0, -0.1411200080598672), (2.1292794550948173, 0.0)]> : tensor<6xcomplex<f64>>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient_complex(%x: tensor<5xf64>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %z = stablehlo.complex %x, %y : tensor<5xcomplex<f64>>
  %w = chlo.sinh %z : tensor<5xcomplex<f64>> -> tensor<5xcomplex<f64>>
  %u = stablehlo.real %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %v = stablehlo.imag %w : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  return %u, %v : tensor<5xf64>, tensor<5xf64>
}

// As C99 has them: no infinity times 0, no square that overflows.
func.func @complex_extremes() {
  %z = stablehlo.constant dense<[(0x7F800000, 0.0), (0.0, 0.0), (-1.0, 0.0)]> : tensor<3xcomplex<f32>>
  %w = chlo.sinh %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  check.expect_almost_eq_const %w, dense<[(0x7F800000, 0.0), (0.0, 0.0), (-1.1752011936438014, 0.0)]> : tensor<3xcomplex<f32>>, tolerance = 1.0e-6 : f64
  return
}
