// SPDX-License-Identifier: Apache-2.0
func.func @values_i32() {
  %x = stablehlo.constant dense<[1, -1, 3, 1, 5]> : tensor<5xi32>
  %y = stablehlo.constant dense<[4, 1, 31, 32, -1]> : tensor<5xi32>
  %z = stablehlo.shift_left %x, %y : tensor<5xi32>
  check.expect_eq_const %z, dense<[16, -2, -2147483648, 0, 0]> : tensor<5xi32>
  return
}

func.func @values_ui8() {
  %x = stablehlo.constant dense<[255, 1]> : tensor<2xui8>
  %y = stablehlo.constant dense<[4, 8]> : tensor<2xui8>
  %z = stablehlo.shift_left %x, %y : tensor<2xui8>
  check.expect_eq_const %z, dense<[240, 0]> : tensor<2xui8>
  return
}
