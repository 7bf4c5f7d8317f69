// SPDX-License-Identifier: Apache-2.0
func.func @values_i32() {
  %x = stablehlo.constant dense<[-16, 16, -1, 5, -5]> : tensor<5xi32>
  %y = stablehlo.constant dense<[2, 2, 40, 40, -1]> : tensor<5xi32>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<5xi32>
  check.expect_eq_const %z, dense<[-4, 4, -1, 0, -1]> : tensor<5xi32>
  return
}

func.func @values_ui8() {
  %x = stablehlo.constant dense<[255]> : tensor<1xui8>
  %y = stablehlo.constant dense<[4]> : tensor<1xui8>
  %z = stablehlo.shift_right_arithmetic %x, %y : tensor<1xui8>
  check.expect_eq_const %z, dense<[255]> : tensor<1xui8>
  return
}

func.func @of_four_bits() {
  %x = stablehlo.constant dense<[15, 8, 7, 8, 15]> : tensor<5xui4>
  %s = stablehlo.constant dense<[1, 3, 1, 4, 15]> : tensor<5xui4>
  %y = stablehlo.shift_right_arithmetic %x, %s : tensor<5xui4>
  check.expect_eq_const %y, dense<[15, 15, 3, 15, 15]> : tensor<5xui4>
  return
}
