// SPDX-License-Identifier: Apache-2.0
func.func @values_i32() {
  %x = stablehlo.constant dense<[12, -1, 5]> : tensor<3xi32>
  %y = stablehlo.constant dense<[10, 7, 0]> : tensor<3xi32>
  %z = stablehlo.or %x, %y : tensor<3xi32>
  check.expect_eq_const %z, dense<[14, -1, 5]> : tensor<3xi32>
  return
}

func.func @values_ui8() {
  %x = stablehlo.constant dense<[12, 255]> : tensor<2xui8>
  %y = stablehlo.constant dense<[10, 7]> : tensor<2xui8>
  %z = stablehlo.or %x, %y : tensor<2xui8>
  check.expect_eq_const %z, dense<[14, 255]> : tensor<2xui8>
  return
}

func.func @booleans() {
  %x = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %y = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %z = stablehlo.or %x, %y : tensor<3xi1>
  check.expect_eq_const %z, dense<[true, true, false]> : tensor<3xi1>
  return
}
