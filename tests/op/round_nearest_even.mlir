// SPDX-License-Identifier: Apache-2.0
func.func @values_f32() {
  %x = stablehlo.constant dense<[-2.5, -1.5, -1.2, -5.0e-1, 5.0e-1, 7.0e-1, 1.5, 2.5, 3.0]> : tensor<9xf32>
  %y = stablehlo.round_nearest_even %x : tensor<9xf32>
  check.expect_eq_const %y, dense<[-2.0, -2.0, -1.0, 0.0, 0.0, 1.0, 2.0, 2.0, 3.0]> : tensor<9xf32>
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[-2.5, -1.5, -1.2, -0.5, 0.5, 0.7, 1.5, 2.5, 3.0]> : tensor<9xf64>
  %y = stablehlo.round_nearest_even %x : tensor<9xf64>
  check.expect_eq_const %y, dense<[-2.0, -2.0, -1.0, 0.0, 0.0, 1.0, 2.0, 2.0, 3.0]> : tensor<9xf64>
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  %y = stablehlo.round_nearest_even %x : tensor<3xf32>
  check.expect_almost_eq_const %y, dense<[0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<3xf32>
  return
}

func.func @zeros_keep_their_sign() {
  %x = stablehlo.constant dense<[-5.0e-1, -0.0]> : tensor<2xf32>
  %y = stablehlo.round_nearest_even %x : tensor<2xf32>
  %b = stablehlo.bitcast_convert %y : (tensor<2xf32>) -> tensor<2xui32>
  check.expect_eq_const %b, dense<[0x80000000, 0x80000000]> : tensor<2xui32>
  return
}

func.func @gradient(%x: tensor<4xf64> {case.low = -3.0 : f64, case.high = 3.0 : f64}) -> tensor<4xf64> {
  %0 = stablehlo.round_nearest_even %x : tensor<4xf64>
  %1 = stablehlo.multiply %0, %x : tensor<4xf64>
  return %1 : tensor<4xf64>
}
