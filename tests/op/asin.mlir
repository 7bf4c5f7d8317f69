// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-9.0e-1, -3.0e-1, 0.0, 5.0e-1, 9.9e-1]> : tensor<5xf32>
  %y = chlo.asin %x : tensor<5xf32> -> tensor<5xf32>
  check.expect_almost_eq_const %y, dense<[-1.1197695, -3.0469266e-1, 0.0, 5.235988e-1, 1.4292569]> : tensor<5xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-0.9, -0.3, 0.0, 0.5, 0.99]> : tensor<5xf64>
  %y = chlo.asin %x : tensor<5xf64> -> tensor<5xf64>
  check.expect_almost_eq_const %y, dense<[-1.1197695149986342, -0.3046926540153975, 0.0, 0.5235987755982989, 1.4292568534704693]> : tensor<5xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[1.0, -1.0, 1.5, 0x7FC00000]> : tensor<4xf32>
  %y = chlo.asin %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[1.5707964, -1.5707964, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = -0.9 : f64, case.high = 0.9 : f64}) -> tensor<2x3xf64> {
  %y = chlo.asin %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
