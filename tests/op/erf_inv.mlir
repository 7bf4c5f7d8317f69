// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.9e-1, -5.0e-1, 1.0e-1, 7.0e-1, 9.0e-1]> : tensor<5xf32>
  %y = chlo.erf_inv %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[-1.8213866, -4.7693628e-1, 8.885599e-2, 7.328691e-1, 1.1630871]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.99, -0.5, 0.1, 0.7, 0.9]> : tensor<5xf64>
  %y = chlo.erf_inv %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[-1.8213863677184507, -0.47693627620447, 0.08885599049425769, 0.7328690779592166, 1.163087153676674]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000, 0.0]> : tensor<5xf32>
  %y = chlo.erf_inv %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0.0]> : tensor<5xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.8 : f64, case.high = 0.8 : f64}) -> tensor<2x3xf64> {
  %y = chlo.erf_inv %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
