// SPDX-License-Identifier: Apache-2.0
func.func @integers_i32() {
  %x = stablehlo.constant dense<[0, 1, -1, 255]> : tensor<4xi32>
  %y = stablehlo.count_leading_zeros %x : tensor<4xi32>
  check.expect_eq_const %y, dense<[32, 31, 0, 24]> : tensor<4xi32>
  return
}

func.func @integers_ui8() {
  %x = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %y = stablehlo.count_leading_zeros %x : tensor<3xui8>
  check.expect_eq_const %y, dense<[8, 7, 0]> : tensor<3xui8>
  return
}

func.func @integers_i64() {
  %x = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %y = stablehlo.count_leading_zeros %x : tensor<2xi64>
  check.expect_eq_const %y, dense<[64, 63]> : tensor<2xi64>
  return
}

func.func @of_four_bits_and_two() {
  %x = stablehlo.constant dense<[0, 7, -1, 1]> : tensor<4xi4>
  %y = stablehlo.count_leading_zeros %x : tensor<4xi4>
  check.expect_eq_const %y, dense<[4, 1, 0, 3]> : tensor<4xi4>
  %u = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %v = stablehlo.count_leading_zeros %u : tensor<3xui2>
  check.expect_eq_const %v, dense<[2, 1, 0]> : tensor<3xui2>
  return
}
