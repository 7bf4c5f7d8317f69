// SPDX-License-Identifier: Apache-2.0
func.func @values_i32() {
  %x = stablehlo.constant dense<[7, -7, 7, -2147483648]> : tensor<4xi32>
  %y = stablehlo.constant dense<[2, 2, -2, -1]> : tensor<4xi32>
  %z = stablehlo.remainder %x, %y : tensor<4xi32>
  check.expect_eq_const %z, dense<[1, -1, 1, 0]> : tensor<4xi32>
  return
}

func.func @by_zero_keeps_the_dividend() {
  %x = stablehlo.constant dense<[5, -5]> : tensor<2xi32>
  %y = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
  %z = stablehlo.remainder %x, %y : tensor<2xi32>
  check.expect_eq_const %z, dense<[5, -5]> : tensor<2xi32>
  return
}

func.func @special() {
  %x = stablehlo.constant dense<[7.5, -7.5, 7.5, 5.0, 0x7F800000, 1.0]> : tensor<6xf32>
  %y = stablehlo.constant dense<[2.0, 2.0, -2.0, 0x7F800000, 2.0, 0.0]> : tensor<6xf32>
  %z = stablehlo.remainder %x, %y : tensor<6xf32>
  check.expect_almost_eq_const %z, dense<[1.5, -1.5, 1.5, 5.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>
  return
}

func.func @values_f64() {
  %x = stablehlo.constant dense<[5.3, -5.3]> : tensor<2xf64>
  %y = stablehlo.constant dense<[2.0, 2.0]> : tensor<2xf64>
  %z = stablehlo.remainder %x, %y : tensor<2xf64>
  check.expect_almost_eq_const %z, dense<[1.2999999999999998, -1.2999999999999998]> : tensor<2xf64>, tolerance = 1.0e-14 : f64
  return
}

func.func @gradient(%x0: tensor<2x3xf64> {case.low = 4.1 : f64, case.high = 4.9 : f64}, %x1: tensor<2x3xf64> {case.low = 1.5 : f64, case.high = 1.9 : f64}) -> tensor<2x3xf64> {
  %y = stablehlo.remainder %x0, %x1 : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
