// SPDX-License-Identifier: Apache-2.0
func.func @integers_i32() {
  %x = stablehlo.constant dense<[0, 5, -1]> : tensor<3xi32>
  %y = stablehlo.popcnt %x : tensor<3xi32>
  check.expect_eq_const %y, dense<[0, 2, 32]> : tensor<3xi32>
  return
}

func.func @integers_ui8() {
  %x = stablehlo.constant dense<[0, 7, 255]> : tensor<3xui8>
  %y = stablehlo.popcnt %x : tensor<3xui8>
  check.expect_eq_const %y, dense<[0, 3, 8]> : tensor<3xui8>
  return
}

func.func @integers_i64() {
  %x = stablehlo.constant dense<[-1, 1]> : tensor<2xi64>
  %y = stablehlo.popcnt %x : tensor<2xi64>
  check.expect_eq_const %y, dense<[64, 1]> : tensor<2xi64>
  return
}

func.func @of_four_bits_and_two() {
  %x = stablehlo.constant dense<[0, 7, -1, -8]> : tensor<4xi4>
  %y = stablehlo.popcnt %x : tensor<4xi4>
  check.expect_eq_const %y, dense<[0, 3, 4, 1]> : tensor<4xi4>
  %u = stablehlo.constant dense<[0, 1, 3]> : tensor<3xui2>
  %v = stablehlo.popcnt %u : tensor<3xui2>
  check.expect_eq_const %v, dense<[0, 1, 2]> : tensor<3xui2>
  return
}
