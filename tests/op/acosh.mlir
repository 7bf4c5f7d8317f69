// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[1.0, 1.5, 1.0e1, 1.0e30]> : tensor<4xf32>
  %y = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0.0, 9.624236e-1, 2.993223, 6.97707e1]> : tensor<4xf32>, tolerance = 1.0e-6 : f64
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[1.0, 1.5, 10.0, 1.0e+30]> : tensor<4xf64>
  %y = chlo.acosh %x : tensor<4xf64> -> tensor<4xf64>
  check.expect_almost_eq_const %y, dense<[0.0, 0.9624236501192069, 2.993222846126381, 69.77069997038132]> : tensor<4xf64>, tolerance = 1.0e-13 : f64
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 5.0e-1, 0x7FC00000, 3.0e38]> : tensor<4xf32>
  %y = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0x7FC00000, 0x7FC00000, 8.928999e1]> : tensor<4xf32>
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 1.5 : f64, case.high = 3.0 : f64}) -> tensor<2x3xf64> {
  %y = chlo.acosh %x0 : tensor<2x3xf64> -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
