// SPDX-License-Identifier: Apache-2.0
func.func @values_i32() {
  %x = stablehlo.constant dense<[-1, 16, -1, -1]> : tensor<4xi32>
  %y = stablehlo.constant dense<[28, 2, 32, -1]> : tensor<4xi32>
  %z = stablehlo.shift_right_logical %x, %y : tensor<4xi32>
  check.expect_eq_const %z, dense<[15, 4, 0, 0]> : tensor<4xi32>
  return
}

func.func @values_i8() {
  %x = stablehlo.constant dense<[-1]> : tensor<1xi8>
  %y = stablehlo.constant dense<[4]> : tensor<1xi8>
  %z = stablehlo.shift_right_logical %x, %y : tensor<1xi8>
  check.expect_eq_const %z, dense<[15]> : tensor<1xi8>
  return
}

func.func @of_four_bits() {
  %x = stablehlo.constant dense<[-1, -8, 7, -1, -1]> : tensor<5xi4>
  %s = stablehlo.constant dense<[1, 3, 1, 4, -1]> : tensor<5xi4>
  %y = stablehlo.shift_right_logical %x, %s : tensor<5xi4>
  check.expect_eq_const %y, dense<[7, 1, 3, 0, 0]> : tensor<5xi4>
  return
}
