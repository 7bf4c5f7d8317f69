// SPDX-License-Identifier: Apache-2.0
func.func @values() {
  %x = stablehlo.constant dense<[1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 3.0e38]> : tensor<5xf32>
  %y = stablehlo.is_finite %x : (tensor<5xf32>) -> tensor<5xi1>
  check.expect_eq_const %y, dense<[true, false, false, false, true]> : tensor<5xi1>
  return
}
