// SPDX-License-Identifier: Apache-2.0
func.func @values_i8() {
  %x = stablehlo.constant dense<[127, -128, 127, 3, 42, -128]> : tensor<6xi8>
  %y = stablehlo.constant dense<[127, -128, -128, 5, 25, 127]> : tensor<6xi8>
  %z = chlo.mulhi %x, %y : tensor<6xi8>, tensor<6xi8> -> tensor<6xi8>
  check.expect_eq_const %z, dense<[63, 64, -64, 0, 4, -64]> : tensor<6xi8>
  return
}
func.func @values_ui8() {
  %x = stablehlo.constant dense<[255, 0, 255, 3, 85, 0]> : tensor<6xui8>
  %y = stablehlo.constant dense<[255, 7, 0, 5, 51, 255]> : tensor<6xui8>
  %z = chlo.mulhi %x, %y : tensor<6xui8>, tensor<6xui8> -> tensor<6xui8>
  check.expect_eq_const %z, dense<[254, 0, 0, 0, 16, 0]> : tensor<6xui8>
  return
}
func.func @values_i32() {
  %x = stablehlo.constant dense<[2147483647, -2147483648, 2147483647, 3, 715827882, -2147483648]> : tensor<6xi32>
  %y = stablehlo.constant dense<[2147483647, -2147483648, -2147483648, 5, 429496729, 2147483647]> : tensor<6xi32>
  %z = chlo.mulhi %x, %y : tensor<6xi32>, tensor<6xi32> -> tensor<6xi32>
  check.expect_eq_const %z, dense<[1073741823, 1073741824, -1073741824, 0, 71582788, -1073741824]> : tensor<6xi32>
  return
}
func.func @values_ui32() {
  %x = stablehlo.constant dense<[4294967295, 0, 4294967295, 3, 1431655765, 0]> : tensor<6xui32>
  %y = stablehlo.constant dense<[4294967295, 7, 0, 5, 858993459, 4294967295]> : tensor<6xui32>
  %z = chlo.mulhi %x, %y : tensor<6xui32>, tensor<6xui32> -> tensor<6xui32>
  check.expect_eq_const %z, dense<[4294967294, 0, 0, 0, 286331152, 0]> : tensor<6xui32>
  return
}
func.func @values_i64() {
  %x = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 9223372036854775807, 3, 3074457345618258602, -9223372036854775808]> : tensor<6xi64>
  %y = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, -9223372036854775808, 5, 1844674407370955161, 9223372036854775807]> : tensor<6xi64>
  %z = chlo.mulhi %x, %y : tensor<6xi64>, tensor<6xi64> -> tensor<6xi64>
  check.expect_eq_const %z, dense<[4611686018427387903, 4611686018427387904, -4611686018427387904, 0, 307445734561825860, -4611686018427387904]> : tensor<6xi64>
  return
}
func.func @values_ui64() {
  %x = stablehlo.constant dense<[18446744073709551615, 0, 18446744073709551615, 3, 6148914691236517205, 0]> : tensor<6xui64>
  %y = stablehlo.constant dense<[18446744073709551615, 7, 0, 5, 3689348814741910323, 18446744073709551615]> : tensor<6xui64>
  %z = chlo.mulhi %x, %y : tensor<6xui64>, tensor<6xui64> -> tensor<6xui64>
  check.expect_eq_const %z, dense<[18446744073709551614, 0, 0, 0, 1229782938247303440, 0]> : tensor<6xui64>
  return
}
