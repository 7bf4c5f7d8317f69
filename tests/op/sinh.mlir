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
